import type { FacePick, FaceSelectionData, DetectedFace } from '../../shared/task/faces.ts'

/** Picks made so far. `current` is the ID of the face for the next pick. Null if there are no faces. */
export type FacePickState = {
  readonly current: string | null
  /** Index of the chosen reference, by face ID. */
  readonly given: ReadonlyMap<string, number>
}

/**
 * Returns the initial picks when the face selection opens. Uses the stored draft `begun`, or `lastPicks` if `begun` is null. The current
 * face is the first face without a reference.
 */
export function initialPicks({ faces, lastPicks, references, mode }: FaceSelectionData, begun: readonly FacePick[] | null): FacePickState {
  const known = new Set(faces.map(({ id }) => id))
  const places = Math.max(1, references.length)
  const before = (begun ?? lastPicks).filter(({ faceId, reference }) => known.has(faceId) && reference < places)
  const given = new Map(before.map(({ faceId, reference }) => [faceId, reference]))
  // With one face and at most one reference, the user only has to confirm.
  const [only] = faces
  if (given.size === 0 && faces.length === 1 && references.length <= 1 && only !== undefined && mode.kind === 'faces') given.set(only.id, 0)
  return { current: faces.find(({ id }) => !given.has(id))?.id ?? faces[0]?.id ?? null, given }
}

/**
 * Assigns `reference` to the current face, then moves to the next face without a reference. If only one face can be selected, replaces the
 * previous pick instead.
 */
export function assignReference(
  picks: FacePickState,
  reference: number,
  toChoose: Pick<FaceSelectionData, 'faces' | 'mode'>
): FacePickState {
  const { current } = picks
  if (current === null) return picks
  const isMany = toChoose.mode.kind === 'faces' && toChoose.mode.many
  const given = new Map(isMany ? picks.given : [])
  given.set(current, reference)
  return { current: isMany ? nextFree(toChoose.faces, current, given) : current, given }
}

/** Removes a face's reference, so that the face stays unchanged. */
export function removeReference(picks: FacePickState, faceId: string): FacePickState {
  const given = new Map(picks.given)
  given.delete(faceId)
  return { current: faceId, given }
}

/**
 * Makes a face the current face. If the task has at most one reference, also assigns the reference to the face. Removes the reference
 * instead if the face already has one.
 */
export function selectFace(picks: FacePickState, faceId: string, toChoose: FaceSelectionData): FacePickState {
  const at = { ...picks, current: faceId }
  if (toChoose.references.length > 1) return at
  if (picks.given.has(faceId)) return removeReference(picks, faceId)
  return { ...assignReference(at, 0, toChoose), current: faceId }
}

/**
 * Assigns the first reference to the current face, for the Enter key. Null if the face already has a reference, because Enter never removes
 * a reference. Also null if there is no current face.
 */
export function assignFirstReference(picks: FacePickState, toChoose: FaceSelectionData): FacePickState | null {
  if (picks.current === null || picks.given.has(picks.current)) return null
  return toChoose.references.length > 1 ? assignReference(picks, 0, toChoose) : selectFace(picks, picks.current, toChoose)
}

/** Moves to the previous or next face, and wraps around at the ends. */
export function moveToAdjacentFace(picks: FacePickState, faces: readonly DetectedFace[], by: 1 | -1): FacePickState {
  if (faces.length === 0) return picks
  const here = faces.findIndex(({ id }) => id === picks.current)
  const next = faces[(here + by + faces.length) % faces.length]
  return { ...picks, current: next?.id ?? null }
}

/** Returns the picks, in the order of the faces. */
export function orderedPicks({ given }: FacePickState, faces: readonly DetectedFace[]): FacePick[] {
  return faces.flatMap(({ id }) => {
    const reference = given.get(id)
    return reference === undefined ? [] : [{ faceId: id, reference }]
  })
}

function nextFree(faces: readonly DetectedFace[], current: string, given: ReadonlyMap<string, number>): string {
  const here = faces.findIndex(({ id }) => id === current)
  const inTurn = [...faces.slice(here + 1), ...faces.slice(0, here)]
  return inTurn.find(({ id }) => !given.has(id))?.id ?? current
}
