/**
 * How a task uses the result that it comes from. Stored. Don't rename.
 *
 * - `input`: uses the result as the media of a field.
 * - `again`: sends the values of the result's task again, unchanged.
 * - `remix`: opens the values of the result's task in a form, where they may be edited.
 * - `variation`: asks for a similar result.
 * - `action`: applies a capability to the result, such as an upscale.
 * - `frame`: uses a frame of the result, if the result is a video.
 */
export const sourceUses = ['input', 'again', 'remix', 'variation', 'action', 'frame'] as const
export type SourceUse = (typeof sourceUses)[number]

/**
 * A result that a task comes from. `item`: library item ID. The item may be deleted. If the result's task failed, the item never existed,
 * and the ID identifies only the task. Stored. Don't rename.
 */
export type TaskSource = { readonly item: string; readonly how: SourceUse }

/** A source as the page gives it. Main determines the `input` sources itself, so the page can't omit or invent any. */
export type GivenSource = TaskSource & { readonly how: Exclude<SourceUse, 'input'> }

export function isSourceUse(how: string): how is SourceUse {
  return (sourceUses as readonly string[]).includes(how)
}
