/** An entry for bench/peers: the machine with the peers' simplified scheduler (bench-peer.ts). Not shipped. */
import { PeerScheduler } from "./bench-peer";
import { machine, SCHEDULER } from "./machine/machine";
import { Instruction, Opcode, TaskDocument } from "./machine/program";
import { openMachine, reserveTables, resetMachine } from "./machine/setup";
import { advance } from "./machine/timeline";

const CPUS: i32 = 8;
/** The model has no ticks. This machine needs some: two a simulated second, which do nothing. */
const HZ: u32 = 1;

const peer = changetype<PeerScheduler>(SCHEDULER);

/** S1 or, mixed, S2 with so many tasks. Returns a status. */
export function openPeers(tasks: i32, mixed: bool): u32 {
  resetMachine<PeerScheduler>(peer, CPUS, HZ, false, 0);
  reserveTables(2, 1, 0, 0, 0, 0, 0, 0);
  if (machine.failure) return machine.failure;
  peer.mixed = mixed;
  peer.hogs = tasks >> 1;
  instructionAt(0).opcode = <u8>Opcode.Yield;
  instructionAt(1).opcode = <u8>Opcode.Jump;
  changetype<TaskDocument>(machine.documents).count = tasks;
  changetype<TaskDocument>(machine.documents).cpu = 0;
  openMachine<PeerScheduler>(peer);
  return machine.failure;
}

/** Serves at most `limit` instants before the model's time `endNs`. Returns a status. */
export function advancePeers(endNs: f64, limit: u32): u32 {
  return advance<PeerScheduler>(peer, <u64>endNs * 2 - 1, limit);
}

export function switches(): u32 {
  return peer.switches;
}

export function wakeups(): u32 {
  return peer.wakeups;
}

export function blocks(): u32 {
  return peer.blocks;
}

export function expiries(): u32 {
  return peer.expiries;
}

export function preemptions(): u32 {
  return peer.preemptions;
}

export function digest(): u32 {
  return peer.digest;
}

function instructionAt(index: u32): Instruction {
  return changetype<Instruction>(machine.instructions + <usize>index * offsetof<Instruction>());
}
