/**
 * How a task uses the result that it comes from. Stored. Don't rename.
 *
 * - `input`: as the media of a field.
 * - `again`: sends the values of its task again, unchanged.
 * - `remix`: opens the values of its task in a form, where they may be edited.
 * - `variation`: asks for a similar result.
 * - `action`: applies a capability to it, such as an upscale.
 * - `frame`: uses a frame of it, if it is a video.
 */
export const sourceUses = ['input', 'again', 'remix', 'variation', 'action', 'frame'] as const
export type SourceUse = (typeof sourceUses)[number]

/**
 * A result that a task comes from. `item`: library item ID. The item may be deleted. If its task failed, it never existed, and the ID
 * identifies only the task. Stored. Don't rename.
 */
export type TaskSource = { readonly item: string; readonly how: SourceUse }

/** A source as the page gives it. Main finds the inputs itself, so the page can't forget or invent one. */
export type GivenSource = TaskSource & { readonly how: Exclude<SourceUse, 'input'> }

export function isSourceUse(how: string): how is SourceUse {
  return (sourceUses as readonly string[]).includes(how)
}
