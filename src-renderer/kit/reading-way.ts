/** Which sign a distance across the screen has in the way that is read: 1 from left to right, -1 from right to left. */
export function readingWay(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1
}
