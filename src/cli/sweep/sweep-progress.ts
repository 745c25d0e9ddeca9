/** How far a sweep is: a line on a terminal, or JSON lines for programs. */
import { writeErr } from "../process-life.js";
import { createProgress } from "../progress.js";
import { formatExactCount, formatSpan } from "../quantities.js";

const NS_PER_SECOND = 1e9;
/** Milliseconds between two lines for programs. */
const LINE_INTERVAL_MS = 250;

export interface SweepProgress {
  /** Points are on the disk. */
  show(state: SweepState): void;
  /** Takes the line away, and for programs tells the last state. */
  end(state: SweepState): void;
}

export interface SweepState {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Of this process, not of earlier ones. */
  readonly ran: number;
  readonly simulatedNs: number;
}

export function createSweepProgress(options: {
  readonly quiet: boolean;
  readonly jsonProgress: boolean;
}): SweepProgress {
  const begin = performance.now();
  const figures = ({ done, total, ran, simulatedNs, failed }: SweepState) => {
    const seconds = (performance.now() - begin) / 1000;
    return {
      done,
      total,
      failed,
      simulatedSecondsPerSecond: simulatedNs / NS_PER_SECOND / seconds,
      pointsPerSecond: ran / seconds,
      secondsLeft: ran === 0 ? null : ((total - done) * seconds) / ran,
    };
  };
  if (options.jsonProgress) {
    let next = 0;
    const write = (event: string, state: SweepState) => writeErr(`${JSON.stringify({ event, ...figures(state) })}\n`);
    return {
      show(state) {
        if (performance.now() < next) return;
        next = performance.now() + LINE_INTERVAL_MS;
        write("progress", state);
      },
      end: (state) => write("end", state),
    };
  }
  const line = createProgress(options);
  return {
    show(state) {
      const { done, total, failed, simulatedSecondsPerSecond, secondsLeft } = figures(state);
      const share = Math.floor((100 * done) / Math.max(1, total));
      const rate = `${simulatedSecondsPerSecond.toPrecision(3)} simulated s/s`;
      const left = secondsLeft === null ? "" : ` · ${formatSpan(secondsLeft * NS_PER_SECOND)} left`;
      const failures = failed === 0 ? "" : ` · ${formatExactCount(failed)} failed`;
      line.show(
        `${formatExactCount(done)} of ${formatExactCount(total)} points, ${share}% · ${rate}${left}${failures}`,
      );
    },
    end: () => line.clear(),
  };
}
