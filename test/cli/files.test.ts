import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GzipWriter } from "../../src/cli/gzip.js";
import { OutputFile } from "../../src/cli/output-file.js";
import { readIncluded, readText, textOf } from "../../src/cli/read-input.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schedlab-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

describe("an output file", () => {
  it("appears only when it is complete", () => {
    const path = join(folder, "out");
    const file = new OutputFile(path);
    file.write(bytes("hello "));
    expect(existsSync(path)).toBe(false);
    file.write(bytes("world"));
    file.commit();
    expect(readFileSync(path, "utf8")).toBe("hello world");
    expect(readdirSync(folder)).toEqual(["out"]);
  });

  it("leaves what was there before alone until then, and nothing of its own behind", () => {
    const path = join(folder, "out");
    writeFileSync(path, "old");
    const file = new OutputFile(path);
    file.write(bytes("new"));
    file.abandon();
    file.abandon();
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["out"]);
  });

  it("replaces what a link points to, not the link", () => {
    writeFileSync(join(folder, "target"), "old");
    symlinkSync("target", join(folder, "link"));
    const file = new OutputFile(join(folder, "link"));
    file.write(bytes("new"));
    file.commit();
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "target"), "utf8")).toBe("new");
  });

  it("says what is wrong with its place", () => {
    mkdirSync(join(folder, "dir.tsv"));
    expect(() => new OutputFile(join(folder, "dir.tsv"))).toThrow(/^cannot write .*dir\.tsv: it is a directory$/);
    expect(() => new OutputFile(join(folder, "no", "out"))).toThrow(/^cannot write .*: no such file or directory$/);
  });

  it("writes to a device as it is", () => {
    const file = new OutputFile("/dev/null");
    file.write(bytes("gone"));
    file.commit();
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

describe("gzip in pieces", () => {
  it("is one member that unpacks to what was written, whatever the pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 12 }), (pieces) => {
        const written: Uint8Array[] = [];
        const gzip = new GzipWriter((piece) => written.push(piece));
        for (const piece of pieces) gzip.write(piece);
        gzip.end();
        const packed = Buffer.concat(written);
        expect(gunzipSync(packed).equals(Buffer.concat(pieces))).toBe(true);
      }),
    );
  });

  it("is accepted by readers that know one member only", async () => {
    const written: Uint8Array[] = [];
    const gzip = new GzipWriter((piece) => written.push(piece));
    for (let line = 0; line < 1000; line += 1) gzip.write(bytes(`switch\t${line}\n`));
    gzip.end();
    const stream = new Blob([Buffer.concat(written)]).stream().pipeThrough(new DecompressionStream("gzip"));
    expect((await new Response(stream).text()).split("\n").length).toBe(1001);
  });
});

describe("reading a workload file", () => {
  const read = async (name: string) => (await readText(join(folder, name))).text;

  it("gives its text, without a byte order mark", async () => {
    writeFileSync(join(folder, "a.yaml"), "\ufeffname: a\n");
    expect(await read("a.yaml")).toBe("name: a\n");
  });

  it("names the nearest file where there is none", async () => {
    writeFileSync(join(folder, "massive.yaml"), "");
    await expect(read("masive.yaml")).rejects.toThrow(/no such file \(did you mean .*massive\.yaml\?\)$/);
    await expect(read("nowhere/at.all")).rejects.toThrow(/no such file$/);
  });

  it.each([
    ["zero.yaml", Buffer.from([110, 0, 97]), "a zero byte at offset 1"],
    ["latin1.yaml", Buffer.from([110, 0xe9, 97]), "not a text in UTF-8"],
  ])("refuses %s", async (name, content, reason) => {
    writeFileSync(join(folder, name), content);
    await expect(read(name)).rejects.toThrow(reason);
  });

  it("ends an endless input at its first zero byte, or where it is too much", async () => {
    const endless = async function* (value: number) {
      for (;;) yield new Uint8Array(1 << 20).fill(value);
    };
    await expect(textOf(endless(0), "zeros")).rejects.toThrow("zeros: not a text file (a zero byte at offset 0)");
    await expect(textOf(endless(32), "blanks")).rejects.toThrow("blanks: more than 256 MiB of text");
  });

  it("puts characters together that stand in two pieces", async () => {
    const text = "näme: ☃\n";
    const pieces = async function* () {
      for (const byte of bytes(text)) yield Uint8Array.of(byte);
    };
    expect(await textOf(pieces(), "text")).toBe(text);
  });

  it("includes no devices", () => {
    expect(() => readIncluded("/dev/zero", undefined)).toThrow("cannot include /dev/zero: it is no regular file");
  });

  it("refuses a directory, and says what it may not read", async () => {
    mkdirSync(join(folder, "dir"));
    await expect(read("dir")).rejects.toThrow("it is a directory, expected a file");
    if (process.getuid?.() === 0) return;
    writeFileSync(join(folder, "secret"), "");
    chmodSync(join(folder, "secret"), 0);
    await expect(read("secret")).rejects.toThrow("permission denied");
  });
});
