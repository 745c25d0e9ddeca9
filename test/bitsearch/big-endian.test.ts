/**
 * The big-endian model is trustworthy: it reproduces the dump that was posted in January 2002, and with word-wise
 * initialisation, written by a DataView as a big-endian machine would, the same search is right.
 */
import { beforeAll, expect, test } from "vitest";
import { reference } from "../../src/bitsearch/check.js";
import { truthTableCases } from "../../src/bitsearch/check-cases.js";
import { type LabExports, loadLab } from "../../src/engine/load.js";

const lists = 168;
const id = "big-endian-bug";
/** Fields of the record Variant of assembly/bitsearch/catalogue.ts. */
const field = { id: 1, lists: 4, fill: 7, search: 10 };

let lab: LabExports;
let map: number;
let view: DataView;
let fill: (map: number, list: number, count: number) => void;
let search: (map: number) => number;
beforeAll(async () => {
  lab = await loadLab();
  map = lab.memory.buffer.byteLength;
  lab.memory.grow(1);
  view = new DataView(lab.memory.buffer);
  const u32 = (address: number) => view.getUint32(address, true);
  const text = (address: number) =>
    new TextDecoder("utf-16le").decode(new Uint8Array(lab.memory.buffer, address, u32(address - 4)));
  let variant = lab.lastVariant();
  while (text(u32(variant + 4 * field.id)) !== id) variant = u32(variant);
  expect(u32(variant + 4 * field.lists)).toBe(lists);
  fill = lab.table.get(u32(variant + 4 * field.fill));
  search = lab.table.get(u32(variant + 4 * field.search));
});

const words = () => [0, 8, 16].map((offset) => view.getBigUint64(map + offset).toString(16));

test("the empty map is what was dumped, 128 all the time", () => {
  fill(map, map, 0);
  expect(words()).toEqual(["ffffffffffffffff", "ffffffffffffffff", "fffffeffff000000"]);
  expect(search(map)).toBe(128);
});

test("filled word by word it finds what is expected", () => {
  for (const { priorities } of truthTableCases) {
    const free = [...priorities, lists];
    for (const word of [0, 1, 2]) {
      const bits = free.filter((bit) => bit >> 6 === word).reduce((all, bit) => all & ~(1n << BigInt(bit & 63)), -1n);
      view.setBigUint64(map + 8 * word, BigInt.asUintN(64, bits));
    }
    expect(search(map)).toBe(reference(priorities, lists));
  }
});
