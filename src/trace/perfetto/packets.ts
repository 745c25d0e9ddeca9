/** Packets of a Perfetto trace as bytes: tracks with what is on them, and bundles of ftrace events. */
import { PbfWriter } from "pbf";
import type { Nanoseconds } from "../../engine/types.js";
import * as fields from "./fields.js";

/** All packets are of one sequence: one writer wrote them. */
const sequence = 1;

type Put = (bytes: PbfWriter) => void;

export class PacketBytes {
  readonly #bytes = new PbfWriter();

  /** What was put since the last time. */
  take(): Uint8Array {
    const bytes = this.#bytes.buf.slice(0, this.#bytes.pos);
    this.#bytes.pos = 0;
    return bytes;
  }

  /** How numbers in `prev_state` are to be read: as the kernels since 4.14 have them. */
  systemInfo(name: string, release: string): void {
    this.#packet(() =>
      this.#message(fields.packet.systemInfo, () =>
        this.#message(fields.systemInfo.systemName, (bytes) => {
          bytes.writeStringField(fields.systemName.name, name);
          bytes.writeStringField(fields.systemName.release, release);
        }),
      ),
    );
  }

  process(uuid: number, pid: number, name: string): void {
    this.#track(uuid, () =>
      this.#message(fields.track.process, (bytes) => {
        bytes.writeVarintField(fields.processFields.pid, pid);
        bytes.writeStringField(fields.processFields.name, name);
      }),
    );
  }

  /** `pid`: of its process. */
  thread(uuid: number, pid: number, tid: number, name: string): void {
    this.#track(uuid, () =>
      this.#message(fields.track.thread, (bytes) => {
        bytes.writeVarintField(fields.threadFields.pid, pid);
        bytes.writeVarintField(fields.threadFields.tid, tid);
        bytes.writeStringField(fields.threadFields.name, name);
      }),
    );
  }

  /** A place for other tracks. */
  group(uuid: number, name: string): void {
    this.#track(uuid, (bytes) => bytes.writeStringField(fields.track.name, name));
  }

  counterTrack(uuid: number, parent: number, name: string): void {
    this.#track(uuid, (bytes) => {
      bytes.writeStringField(fields.track.name, name);
      bytes.writeVarintField(fields.track.parent, parent);
      this.#message(fields.track.counter, () => bytes.writeVarintField(fields.counterFields.unit, fields.unitCount));
    });
  }

  counter(track: number, timeNs: Nanoseconds, value: number): void {
    this.#event(timeNs, (bytes) => {
      bytes.writeVarintField(fields.trackEvent.type, fields.trackEventType.counter);
      bytes.writeVarintField(fields.trackEvent.track, track);
      bytes.writeVarintField(fields.trackEvent.counterValue, value);
    });
  }

  instant(track: number, timeNs: Nanoseconds, name: string, category: string): void {
    this.#event(timeNs, (bytes) => {
      bytes.writeVarintField(fields.trackEvent.type, fields.trackEventType.instant);
      bytes.writeVarintField(fields.trackEvent.track, track);
      bytes.writeStringField(fields.trackEvent.categories, category);
      bytes.writeStringField(fields.trackEvent.name, name);
    });
  }

  /** `events`: any number of the bundle's field `event`, one after the other. */
  ftraceBundle(cpu: number, events: Uint8Array): void {
    this.#packet(() =>
      this.#message(fields.packet.ftraceEvents, (bytes) => {
        bytes.writeVarintField(fields.bundle.cpu, cpu);
        bytes.realloc(events.length);
        bytes.buf.set(events, bytes.pos);
        bytes.pos += events.length;
      }),
    );
  }

  #track(uuid: number, put: Put): void {
    this.#packet(() =>
      this.#message(fields.packet.trackDescriptor, (bytes) => {
        bytes.writeVarintField(fields.track.uuid, uuid);
        put(bytes);
      }),
    );
  }

  #event(timeNs: Nanoseconds, put: Put): void {
    this.#packet((bytes) => {
      bytes.writeVarintField(fields.packet.timestamp, timeNs);
      this.#message(fields.packet.trackEvent, put);
    });
  }

  #packet(put: Put): void {
    this.#message(fields.trace.packet, (bytes) => {
      put(bytes);
      bytes.writeVarintField(fields.packet.sequence, sequence);
    });
  }

  #message(field: number, put: Put): void {
    this.#bytes.writeMessage(field, () => put(this.#bytes), undefined);
  }
}
