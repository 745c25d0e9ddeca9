/**
 * The stages that bytes pass through on their way to becoming events: what was wrapped is unwrapped, what is recognised
 * is handed to its reader. All of them take pieces of any length, work at once, and keep no more than they must.
 */
export interface ByteSink {
  /** The bytes are only valid during the call. */
  write(bytes: Uint8Array): void;
  end(): void;
}
