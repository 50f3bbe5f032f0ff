/** Begins a slice of work; what it returns tells whether the slice is over. */
export type Slice = () => () => boolean

/** How long one transaction works, in milliseconds: requests wait no longer for their turn. */
const sliceMs = 5

/** Slices of real time, whatever the service's clock says: they are there so that requests get their turn. */
export const timeSlice: Slice = () => {
  const end = performance.now() + sliceMs
  return () => performance.now() >= end
}
