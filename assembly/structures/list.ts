/**
 * Intrusive, circular, doubly linked list: the kernel's list_head.
 *
 * A record that wants to be listed extends ListNode; a list is a ListNode of its own, the head, that
 * no record surrounds. An empty list is a head that points to itself.
 *
 *   offset  0        4         8
 *           | next   | previous |
 */
@unmanaged
export class ListNode {
  next: ListNode;
  previous: ListNode;
}

/** Makes `head` an empty list. */
export function clearList(head: ListNode): void {
  head.next = head;
  head.previous = head;
}

export function isListEmpty(head: ListNode): bool {
  return head.next == head;
}

/** Puts `node` directly before `place`; before the head means: at the tail. */
export function insertBefore(node: ListNode, place: ListNode): void {
  const previous = place.previous;
  node.next = place;
  node.previous = previous;
  previous.next = node;
  place.previous = node;
}

export function unlink(node: ListNode): void {
  const next = node.next;
  const previous = node.previous;
  previous.next = next;
  next.previous = previous;
}

/** Moves all nodes of a list that is not empty directly before `place`, in their order. `head` is empty then. */
export function spliceBefore(head: ListNode, place: ListNode): void {
  const first = head.next;
  const last = head.previous;
  const previous = place.previous;
  previous.next = first;
  first.previous = previous;
  last.next = place;
  place.previous = last;
  clearList(head);
}
