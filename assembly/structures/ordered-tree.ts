/**
 * An ordered, intrusive red-black tree: records by a signed key, equal keys first in, first out. Insert and remove take O(log n), the
 * first and the last one O(1). Keys are compared by the sign of their difference, so they may wrap.
 * Source: Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", chapter "Red-Black Trees".
 *
 * A tree that keeps minima (its nodes are MinimumNodes) knows the smallest value in each subtree, which answers "the first in
 * order whose value is at most x" in O(log n).
 *
 *   TreeNode      0     8        12     16      20
 *                 | key | parent | left | right | red |
 *   MinimumNode   … 24      32
 *                 | value | least |
 *
 * A record embeds the node as a run of fields of just these types, beginning with the key.
 */
@unmanaged
export class TreeNode {
  key: i64;
  parent: TreeNode;
  left: TreeNode;
  right: TreeNode;
  red: bool;
}

@unmanaged
@final
export class MinimumNode extends TreeNode {
  /** What the tree keeps the minimum of. */
  value: i64;
  /** The smallest value of the subtree below this node, itself included. */
  least: i64;
}

/** Stands for "no node": black, and without a minimum. Only its parent is ever written, as scratch of a removal. */
export const NO_NODE = changetype<TreeNode>(memory.data<i64>([0, 0, 0, i64.MAX_VALUE, i64.MAX_VALUE]));

/** Fresh memory is no tree yet: clear() makes it an empty one. */
@unmanaged
@final
export class OrderedTree {
  root: TreeNode;
  /** The ends of the order; NO_NODE while the tree is empty. */
  first: TreeNode;
  last: TreeNode;
  private keepsMinima: bool;

  clear(keepsMinima: bool): void {
    this.root = NO_NODE;
    this.first = NO_NODE;
    this.last = NO_NODE;
    this.keepsMinima = keepsMinima;
  }

  get isEmpty(): bool {
    return this.root == NO_NODE;
  }

  /** Behind all nodes whose keys are not greater. */
  insert(node: TreeNode): void {
    node.left = NO_NODE;
    node.right = NO_NODE;
    node.red = true;
    const last = this.last;
    if (last == NO_NODE) {
      node.parent = NO_NODE;
      this.root = node;
      this.first = node;
      this.last = node;
    } else if (node.key - last.key >= 0) {
      // The end of the order is where a task goes that has just run: no search.
      node.parent = last;
      last.right = node;
      this.last = node;
    } else {
      this.attach(node);
    }
    if (this.keepsMinima) this.lowerMinima(changetype<MinimumNode>(node));
    this.balanceInsertion(node);
  }

  remove(node: TreeNode): void {
    if (node == this.first) this.first = this.next(node);
    if (node == this.last) this.last = this.previous(node);
    let filler: TreeNode;
    let removedRed = node.red;
    if (node.left == NO_NODE) {
      filler = node.right;
      this.replace(node, filler);
    } else if (node.right == NO_NODE) {
      filler = node.left;
      this.replace(node, filler);
    } else {
      // The successor, which has no left child, takes the node's place.
      const successor = leftmost(node.right);
      removedRed = successor.red;
      filler = successor.right;
      if (successor.parent == node) {
        filler.parent = successor;
      } else {
        this.replace(successor, filler);
        successor.right = node.right;
        successor.right.parent = successor;
      }
      this.replace(node, successor);
      successor.left = node.left;
      successor.left.parent = successor;
      successor.red = node.red;
    }
    if (this.keepsMinima) refreshUpwards(filler.parent);
    if (!removedRed) this.balanceRemoval(filler);
  }

  /** Gives a node another key, and its place behind equals. Nothing moves where that is the place that it has. */
  rekey(node: TreeNode, key: i64): void {
    const next = this.next(node);
    const previous = this.previous(node);
    const stays = (next == NO_NODE || key - next.key < 0) && (previous == NO_NODE || key - previous.key >= 0);
    if (!stays) this.remove(node);
    node.key = key;
    if (!stays) this.insert(node);
  }

  /** The node behind this one in order; NO_NODE behind the last. */
  next(node: TreeNode): TreeNode {
    if (node.right != NO_NODE) return leftmost(node.right);
    let below = node;
    let above = node.parent;
    while (above != NO_NODE && below == above.right) {
      below = above;
      above = above.parent;
    }
    return above;
  }

  /** The node before this one in order; NO_NODE before the first. */
  previous(node: TreeNode): TreeNode {
    if (node.left != NO_NODE) return rightmost(node.left);
    let below = node;
    let above = node.parent;
    while (above != NO_NODE && below == above.left) {
      below = above;
      above = above.parent;
    }
    return above;
  }

  /** The first node in order whose value is at most `limit`; NO_NODE if there is none. For trees that keep minima. */
  firstWithin(limit: i64): TreeNode {
    let node = changetype<MinimumNode>(this.root);
    while (node.least <= limit) {
      const left = changetype<MinimumNode>(node.left);
      if (left.least <= limit) node = left;
      else if (node.value <= limit) return node;
      else node = changetype<MinimumNode>(node.right);
    }
    return NO_NODE;
  }

  /** Hangs a node into a tree that holds a greater key. */
  private attach(node: TreeNode): void {
    const key = node.key;
    let parent = this.root;
    let isLeft = false;
    let below = parent;
    while (below != NO_NODE) {
      parent = below;
      isLeft = key - below.key < 0;
      below = isLeft ? below.left : below.right;
    }
    node.parent = parent;
    if (!isLeft) {
      parent.right = node;
      return;
    }
    parent.left = node;
    if (parent == this.first) this.first = node;
  }

  private balanceInsertion(inserted: TreeNode): void {
    let node = inserted;
    while (node.parent.red) {
      let parent = node.parent;
      const grandparent = parent.parent;
      const isLeft = parent == grandparent.left;
      const uncle = isLeft ? grandparent.right : grandparent.left;
      if (uncle.red) {
        parent.red = false;
        uncle.red = false;
        grandparent.red = true;
        node = grandparent;
        continue;
      }
      if (node == (isLeft ? parent.right : parent.left)) {
        node = parent;
        this.rotate(node, isLeft);
        parent = node.parent;
      }
      parent.red = false;
      grandparent.red = true;
      this.rotate(grandparent, !isLeft);
    }
    this.root.red = false;
  }

  /** `filler` lacks a black node on the paths through it. */
  private balanceRemoval(filler: TreeNode): void {
    let node = filler;
    while (node != this.root && !node.red) {
      const parent = node.parent;
      const isLeft = node == parent.left;
      let sibling = isLeft ? parent.right : parent.left;
      if (sibling.red) {
        sibling.red = false;
        parent.red = true;
        this.rotate(parent, isLeft);
        sibling = isLeft ? parent.right : parent.left;
      }
      let far = isLeft ? sibling.right : sibling.left;
      const near = isLeft ? sibling.left : sibling.right;
      if (!far.red && !near.red) {
        sibling.red = true;
        node = parent;
        continue;
      }
      if (!far.red) {
        near.red = false;
        sibling.red = true;
        this.rotate(sibling, !isLeft);
        sibling = near;
        far = isLeft ? sibling.right : sibling.left;
      }
      sibling.red = parent.red;
      parent.red = false;
      far.red = false;
      this.rotate(parent, isLeft);
      node = this.root;
    }
    node.red = false;
  }

  /** Puts `other` (or nothing) where `node` hangs. */
  private replace(node: TreeNode, other: TreeNode): void {
    const parent = node.parent;
    if (parent == NO_NODE) this.root = other;
    else if (node == parent.left) parent.left = other;
    else parent.right = other;
    other.parent = parent;
  }

  /** Turns the edge between a node and one of its children, which comes up; to the left: the right child. */
  private rotate(node: TreeNode, toLeft: bool): void {
    const child = toLeft ? node.right : node.left;
    const moved = toLeft ? child.left : child.right;
    if (toLeft) node.right = moved;
    else node.left = moved;
    if (moved != NO_NODE) moved.parent = node;
    this.replace(node, child);
    if (toLeft) child.left = node;
    else child.right = node;
    node.parent = child;
    if (!this.keepsMinima) return;
    refresh(changetype<MinimumNode>(node));
    refresh(changetype<MinimumNode>(child));
  }

  /** A new leaf: the minima above it can only fall. */
  private lowerMinima(leaf: MinimumNode): void {
    const value = leaf.value;
    leaf.least = value;
    let above = changetype<MinimumNode>(leaf.parent);
    while (above != NO_NODE && above.least > value) {
      above.least = value;
      above = changetype<MinimumNode>(above.parent);
    }
  }
}

function leftmost(root: TreeNode): TreeNode {
  let node = root;
  while (node.left != NO_NODE) node = node.left;
  return node;
}

function rightmost(root: TreeNode): TreeNode {
  let node = root;
  while (node.right != NO_NODE) node = node.right;
  return node;
}

function refresh(node: MinimumNode): void {
  const left = changetype<MinimumNode>(node.left).least;
  const right = changetype<MinimumNode>(node.right).least;
  node.least = min<i64>(node.value, min<i64>(left, right));
}

function refreshUpwards(from: TreeNode): void {
  let node = from;
  while (node != NO_NODE) {
    refresh(changetype<MinimumNode>(node));
    node = node.parent;
  }
}
