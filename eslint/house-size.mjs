/**
 * How long a file may be: a module has one reason to change, and a component fits on a few screens. Raising a
 * number needs a reason that its author would defend.
 */
export const longest = { module: 400, component: 250 }
