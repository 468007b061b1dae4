import type { Point } from '../../zoom/zoom.ts'

/** Faces that the user marked in an image, in image pixels. Ordered from left to right. */
export type FaceMarks = readonly Point[]

/** Inserts a mark in order from left to right, and returns its index. */
export function addFaceMark(marks: FaceMarks, mark: Point): { readonly marks: FaceMarks; readonly index: number } {
  const index = marks.filter(({ x }) => x <= mark.x).length
  return { marks: marks.toSpliced(index, 0, mark), index }
}

/** Returns the index of the mark nearest to a point, at most `reach` image pixels away. Null if no mark is that near. */
export function faceMarkAt(marks: FaceMarks, point: Point, reach: number): number | null {
  const distances = marks.map(({ x, y }) => Math.hypot(x - point.x, y - point.y))
  const nearest = Math.min(...distances)
  return nearest <= reach ? distances.indexOf(nearest) : null
}

const maxImages = 20
const marksByUrl = new Map<string, FaceMarks>()

/** Returns the face marks of an image. They are kept until the window closes, because several fields can use the same image. */
export function savedFaceMarks(url: string): FaceMarks {
  return marksByUrl.get(url) ?? []
}

export function saveFaceMarks(url: string, marks: FaceMarks): void {
  marksByUrl.delete(url)
  marksByUrl.set(url, marks)
  const [oldest] = marksByUrl.keys()
  if (marksByUrl.size > maxImages && oldest !== undefined) marksByUrl.delete(oldest)
}
