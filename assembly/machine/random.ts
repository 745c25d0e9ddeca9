/**
 * Random streams. Each task has one of its own, named by the seed, its document and its number, so that a task more
 * or less changes nobody else's draws. The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom
 * number generators", OOPSLA 2014): a counter and a mixing function, 64 bits of state.
 */
import { multiplyHigh } from "./fixed-point";
import { machine } from "./machine";
import { Task } from "./task";

const INCREMENT: u64 = 0x9e3779b97f4a7c15;

export function mix(value: u64): u64 {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/** Gives a task its stream: `key` names the line that it comes from, `number` tells its brothers apart. */
export function seedStream(task: Task, key: u64, number: u64): void {
  task.streamKey = mix(key + (number + 1) * INCREMENT);
  task.random = mix(machine.seed ^ task.streamKey);
}

/** The next 64 random bits of the task. */
export function nextRandom(task: Task): u64 {
  task.random += INCREMENT;
  return mix(task.random);
}

/** Uniform in 0 … bound - 1 (all 64 bits if bound is 0); the bias is below bound / 2^64. */
export function nextBelow(task: Task, bound: u64): u64 {
  const bits = nextRandom(task);
  return bound ? multiplyHigh(bits, bound) : bits;
}
