import type { StepPlace } from './graph'

/** A way out of a step with several that leads nowhere yet: it is drawn as an empty box of its own. */
interface OpenPlace extends StepPlace {
  id: string
}

/** The ways that are drawn as empty boxes. */
export function openPlaces(places: readonly StepPlace[]): OpenPlace[] {
  return places
    .filter(
      (place) => place.to === null && places.some((other) => other !== place && other.from === place.from),
    )
    .map((place) => ({ ...place, id: JSON.stringify([place.from, place.branch]) }))
}
