/** An encoder of Perfetto's traces that shares nothing with the reader: the published messages, by protobufjs. */
import protobuf from "protobufjs";

const { root } = protobuf.parse(
  `
syntax = "proto2";
message Trace { repeated TracePacket packet = 1; }
message TracePacket {
  optional FtraceEventBundle ftrace_events = 1;
  optional ProcessTree process_tree = 2;
  optional ChromeEventBundle chrome_events = 5;
  optional uint64 timestamp = 8;
  optional uint32 trusted_packet_sequence_id = 10;
  optional SystemInfo system_info = 45;
  optional bytes compressed_packets = 50;
  optional GenericKernelTaskStateEvent generic_kernel_task_state_event = 117;
  optional GenericKernelTaskRenameEvent generic_kernel_task_rename_event = 120;
}
message FtraceEventBundle {
  optional uint32 cpu = 1;
  repeated FtraceEvent event = 2;
  optional bool lost_events = 3;
  optional CompactSched compact_sched = 4;
}
message FtraceEvent {
  optional uint64 timestamp = 1;
  optional uint32 pid = 2;
  optional Print print = 3;
  optional SchedSwitch sched_switch = 4;
  optional uint32 common_flags = 5;
  optional SchedWakeup sched_wakeup = 17;
  optional SchedBlockedReason sched_blocked_reason = 18;
  optional SchedWakeup sched_waking = 20;
  optional SchedWakeup sched_wakeup_new = 114;
  optional TaskNewtask task_newtask = 235;
  optional TaskRename task_rename = 236;
  optional SchedProcessExec sched_process_exec = 237;
  optional SchedProcessExit sched_process_exit = 238;
  optional SchedProcessFork sched_process_fork = 239;
  optional SchedMigrateTask sched_migrate_task = 491;
}
message Print { optional uint64 ip = 1; optional string buf = 2; }
message SchedSwitch {
  optional string prev_comm = 1; optional int32 prev_pid = 2; optional int32 prev_prio = 3; optional int64 prev_state = 4;
  optional string next_comm = 5; optional int32 next_pid = 6; optional int32 next_prio = 7;
}
message SchedWakeup {
  optional string comm = 1; optional int32 pid = 2; optional int32 prio = 3; optional int32 success = 4; optional int32 target_cpu = 5;
}
message SchedBlockedReason { optional int32 pid = 1; optional uint64 caller = 2; optional uint32 io_wait = 3; }
message TaskNewtask { optional int32 pid = 1; optional string comm = 2; optional uint64 clone_flags = 3; optional int32 oom_score_adj = 4; }
message TaskRename { optional int32 pid = 1; optional string oldcomm = 2; optional string newcomm = 3; optional int32 oom_score_adj = 4; }
message SchedProcessExec { optional string filename = 1; optional int32 pid = 2; optional int32 old_pid = 3; }
message SchedProcessExit { optional string comm = 1; optional int32 pid = 2; optional int32 tgid = 3; optional int32 prio = 4; }
message SchedProcessFork {
  optional string parent_comm = 1; optional int32 parent_pid = 2; optional string child_comm = 3; optional int32 child_pid = 4;
}
message SchedMigrateTask {
  optional string comm = 1; optional int32 pid = 2; optional int32 prio = 3; optional int32 orig_cpu = 4; optional int32 dest_cpu = 5;
}
message CompactSched {
  repeated uint64 switch_timestamp = 1 [packed = true];
  repeated int64 switch_prev_state = 2 [packed = true];
  repeated int32 switch_next_pid = 3 [packed = true];
  repeated int32 switch_next_prio = 4 [packed = true];
  repeated string intern_table = 5;
  repeated uint32 switch_next_comm_index = 6 [packed = true];
  repeated uint64 waking_timestamp = 7 [packed = true];
  repeated int32 waking_pid = 8 [packed = true];
  repeated int32 waking_target_cpu = 9 [packed = true];
  repeated int32 waking_prio = 10 [packed = true];
  repeated uint32 waking_comm_index = 11 [packed = true];
  repeated uint32 waking_common_flags = 12 [packed = true];
}
message ProcessTree { repeated Process processes = 1; repeated Thread threads = 2; }
message Process { optional int32 pid = 1; optional int32 ppid = 2; repeated string cmdline = 3; }
message Thread { optional int32 tid = 1; optional string name = 2; optional int32 tgid = 3; }
message ChromeEventBundle { repeated string legacy_ftrace_output = 4; }
message SystemInfo { optional Utsname utsname = 1; }
message Utsname { optional string sysname = 1; optional string version = 2; optional string release = 3; optional string machine = 4; }
message GenericKernelTaskStateEvent {
  optional int32 cpu = 1; optional string comm = 2; optional int64 tid = 3; optional int32 state = 4; optional int32 prio = 5;
}
message GenericKernelTaskRenameEvent { optional int64 tid = 1; optional string comm = 2; }
`,
  { keepCase: true },
);

const Trace = root.lookupType("Trace");

/** Fields by their published names. Messages that do not fit the schema are a mistake of the test. */
export function encodeTrace(packets: readonly object[]): Uint8Array {
  const message = { packet: packets };
  const complaint = Trace.verify(message);
  if (complaint !== null) throw new Error(complaint);
  return Trace.encode(Trace.create(message)).finish();
}
