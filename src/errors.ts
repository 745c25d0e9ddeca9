/** A mistake in what the user gave us; the message is complete and ready to print. */
export class SchedlabError extends Error {
  override readonly name: string = "SchedlabError";
}
