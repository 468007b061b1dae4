import type { FacePick, FacesToChoose, FoundFace } from '../../shared/faces.ts'

/** What has been decided so far. `current`: the face that the next word is about. */
export type FacePicks = {
  readonly current: string | null
  /** Face id to the index of its reference. */
  readonly given: ReadonlyMap<string, number>
}

/** A choice that did not reach the service comes back as it was; else the first face waits for its reference. */
export function firstPicks({ faces, lastPicks, references, way }: FacesToChoose): FacePicks {
  const known = new Set(faces.map(({ id }) => id))
  const given = new Map(lastPicks.filter(({ faceId }) => known.has(faceId)).map(({ faceId, reference }) => [faceId, reference]))
  // One face and one reference leave nothing to choose but to look at it.
  const [only] = faces
  if (given.size === 0 && faces.length === 1 && references.length <= 1 && only !== undefined && way.kind === 'faces') given.set(only.id, 0)
  return { current: faces.find(({ id }) => !given.has(id))?.id ?? faces[0]?.id ?? null, given }
}

/** Gives the current face a reference, and goes on to the next one that has none. Where one face only may be chosen, it is this one. */
export function withReference(picks: FacePicks, reference: number, toChoose: Pick<FacesToChoose, 'faces' | 'way'>): FacePicks {
  const { current } = picks
  if (current === null) return picks
  const isMany = toChoose.way.kind === 'faces' && toChoose.way.many
  const given = new Map(isMany ? picks.given : [])
  given.set(current, reference)
  return { current: isMany ? nextFree(toChoose.faces, current, given) : current, given }
}

/** The face stays as it is. */
export function withoutReference(picks: FacePicks, faceId: string): FacePicks {
  const given = new Map(picks.given)
  given.delete(faceId)
  return { current: faceId, given }
}

/** Where there is one reference only, naming a face is choosing it; naming it again takes it back. */
export function withFace(picks: FacePicks, faceId: string, toChoose: FacesToChoose): FacePicks {
  const at = { ...picks, current: faceId }
  if (toChoose.references.length > 1) return at
  if (picks.given.has(faceId)) return withoutReference(picks, faceId)
  return { ...withReference(at, 0, toChoose), current: faceId }
}

/** The face before or after the current one, round and round. */
export function movedBy(picks: FacePicks, faces: readonly FoundFace[], by: 1 | -1): FacePicks {
  if (faces.length === 0) return picks
  const here = faces.findIndex(({ id }) => id === picks.current)
  const next = faces[(here + by + faces.length) % faces.length]
  return { ...picks, current: next?.id ?? null }
}

/** In the order of the faces. */
export function picksOf({ given }: FacePicks, faces: readonly FoundFace[]): FacePick[] {
  return faces.flatMap(({ id }) => {
    const reference = given.get(id)
    return reference === undefined ? [] : [{ faceId: id, reference }]
  })
}

function nextFree(faces: readonly FoundFace[], current: string, given: ReadonlyMap<string, number>): string {
  const here = faces.findIndex(({ id }) => id === current)
  const inTurn = [...faces.slice(here + 1), ...faces.slice(0, here)]
  return inTurn.find(({ id }) => !given.has(id))?.id ?? current
}
