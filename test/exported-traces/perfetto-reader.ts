/**
 * Reads Perfetto traces with another library than the one that writes them, by the definitions that Perfetto publishes
 * (protos/perfetto/trace, Apache-2.0), cut down to what is looked at.
 */
import protobuf from "protobufjs";

const definitions = `
syntax = "proto2";
message Trace { repeated TracePacket packet = 1; }
message TracePacket {
  optional uint64 timestamp = 8;
  optional uint32 trusted_packet_sequence_id = 10;
  optional FtraceEventBundle ftrace_events = 1;
  optional TrackEvent track_event = 11;
  optional SystemInfo system_info = 45;
  optional TrackDescriptor track_descriptor = 60;
}
message SystemInfo { optional Utsname utsname = 1; }
message Utsname { optional string sysname = 1; optional string release = 3; }
message FtraceEventBundle { optional uint32 cpu = 1; repeated FtraceEvent event = 2; }
message FtraceEvent {
  optional uint64 timestamp = 1;
  optional uint32 pid = 2;
  optional uint32 common_flags = 5;
  oneof event {
    SchedSwitch sched_switch = 4;
    SchedWakeup sched_wakeup = 17;
    SchedBlockedReason sched_blocked_reason = 18;
    SchedWakeup sched_waking = 20;
    SchedWakeup sched_wakeup_new = 114;
    TaskNewtask task_newtask = 235;
    TaskRename task_rename = 236;
    SchedProcessExit sched_process_exit = 238;
    SchedProcessFork sched_process_fork = 239;
    SchedMigrateTask sched_migrate_task = 491;
  }
}
message SchedSwitch {
  optional string prev_comm = 1; optional int32 prev_pid = 2; optional int32 prev_prio = 3; optional int64 prev_state = 4;
  optional string next_comm = 5; optional int32 next_pid = 6; optional int32 next_prio = 7;
}
message SchedWakeup {
  optional string comm = 1; optional int32 pid = 2; optional int32 prio = 3; optional int32 success = 4;
  optional int32 target_cpu = 5;
}
message SchedBlockedReason { optional int32 pid = 1; optional uint64 caller = 2; optional uint32 io_wait = 3; }
message TaskNewtask { optional int32 pid = 1; optional string comm = 2; optional uint64 clone_flags = 3; }
message TaskRename { optional int32 pid = 1; optional string oldcomm = 2; optional string newcomm = 3; }
message SchedProcessExit { optional string comm = 1; optional int32 pid = 2; optional int32 tgid = 3; optional int32 prio = 4; }
message SchedProcessFork {
  optional string parent_comm = 1; optional int32 parent_pid = 2; optional string child_comm = 3; optional int32 child_pid = 4;
}
message SchedMigrateTask {
  optional string comm = 1; optional int32 pid = 2; optional int32 prio = 3; optional int32 orig_cpu = 4;
  optional int32 dest_cpu = 5;
}
message TrackDescriptor {
  optional uint64 uuid = 1; optional string name = 2; optional ProcessDescriptor process = 3;
  optional ThreadDescriptor thread = 4; optional uint64 parent_uuid = 5; optional CounterDescriptor counter = 8;
}
message ProcessDescriptor { optional int32 pid = 1; optional string process_name = 6; }
message ThreadDescriptor { optional int32 pid = 1; optional int32 tid = 2; optional string thread_name = 5; }
message CounterDescriptor { optional int32 unit = 3; }
message TrackEvent {
  optional int32 type = 9; optional uint64 track_uuid = 11; repeated string categories = 22; optional string name = 23;
  optional int64 counter_value = 30;
}
`;

const traceType = protobuf.parse(definitions, { keepCase: true }).root.lookupType("Trace");

export interface FtraceEvent {
  readonly timestamp: number;
  readonly pid: number;
  readonly common_flags?: number;
  readonly sched_switch?: {
    readonly prev_comm: string;
    readonly prev_pid: number;
    readonly prev_prio: number;
    readonly prev_state: number;
    readonly next_comm: string;
    readonly next_pid: number;
    readonly next_prio: number;
  };
  readonly sched_waking?: WakeupFields;
  readonly sched_wakeup?: WakeupFields;
  readonly sched_wakeup_new?: WakeupFields;
  readonly task_newtask?: { readonly pid: number; readonly comm: string; readonly clone_flags: number };
  readonly sched_migrate_task?: { readonly pid: number; readonly orig_cpu: number; readonly dest_cpu: number };
  readonly sched_process_exit?: { readonly pid: number };
  readonly sched_process_fork?: { readonly parent_pid: number; readonly child_pid: number };
}

export interface WakeupFields {
  readonly comm: string;
  readonly pid: number;
  readonly prio: number;
  readonly target_cpu: number;
}

export interface Track {
  readonly uuid: number;
  readonly name?: string;
  readonly parent_uuid?: number;
  readonly process?: { readonly pid: number; readonly process_name: string };
  readonly thread?: { readonly pid: number; readonly tid: number; readonly thread_name: string };
  readonly counter?: { readonly unit: number };
}

export interface TrackEvent {
  readonly type: number;
  readonly track_uuid: number;
  readonly name?: string;
  readonly categories?: readonly string[];
  readonly counter_value?: number;
}

export interface Packet {
  readonly timestamp?: number;
  readonly trusted_packet_sequence_id: number;
  readonly ftrace_events?: { readonly cpu: number; readonly event: readonly FtraceEvent[] };
  readonly track_event?: TrackEvent;
  readonly track_descriptor?: Track;
  readonly system_info?: { readonly utsname: { readonly sysname: string; readonly release: string } };
}

/** @throws where a field has another type than published. */
export function readPackets(bytes: Uint8Array): Packet[] {
  const decoded = traceType.toObject(traceType.decode(bytes), { longs: Number }) as { packet?: Packet[] };
  return decoded.packet ?? [];
}

/** The events of each CPU, in the order of the file. */
export function ftraceEventsByCpu(packets: readonly Packet[]): Map<number, FtraceEvent[]> {
  const byCpu = new Map<number, FtraceEvent[]>();
  for (const { ftrace_events: bundle } of packets) {
    if (bundle === undefined) continue;
    const events = byCpu.get(bundle.cpu) ?? [];
    for (const event of bundle.event) events.push(event);
    byCpu.set(bundle.cpu, events);
  }
  return byCpu;
}
