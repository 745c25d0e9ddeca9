/**
 * Own, the control: no map at all, only the answer, which the host writes. Its loops do everything that the loops of
 * the others do but search and change a map: they draw the same numbers and load one word from the same place. What
 * others take longer is what their search costs.
 */
import { Lists, lists } from "../geometry";
import { PriorityMap } from "../priority-map";

@unmanaged
@final
export class EmptyLoop<L extends Lists> extends PriorityMap {
  answer: i32;

  clear(): void {
    this.answer = lists<L>();
  }

  insert(priority: i32): void {}

  remove(priority: i32): void {}

  search(): i32 {
    return this.answer;
  }

  capacity(): i32 {
    return lists<L>();
  }
}
