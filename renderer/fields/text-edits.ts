/** A text being edited, with its history and its selection in UTF-16 offsets. The selection began at `anchor`. The caret is at `focus`. */
export type TextEditorState = {
  readonly text: string
  readonly anchor: number
  readonly focus: number
  readonly past: readonly TextSnapshot[]
  readonly future: readonly TextSnapshot[]
  /** Kind of the last edit, used to undo a whole word at once. Null after undo, redo or a selection change. */
  readonly lastEdit: EditKind | null
}
export type TextSnapshot = { readonly text: string; readonly anchor: number; readonly focus: number }
export type EditKind = 'typing' | 'deleting' | 'other'

const longestHistory = 200

export function createTextEditorState(text: string): TextEditorState {
  return { text, anchor: text.length, focus: text.length, past: [], future: [], lastEdit: null }
}

/** Replaces the characters from `start` to `end` with `inserted`, and puts the caret after the inserted text. */
export function replaceTextRange(editing: TextEditorState, start: number, end: number, inserted: string): TextEditorState {
  if (start === end && inserted === '') return editing
  const kind = kindOfEdit(start, end, inserted)
  const text = editing.text.slice(0, start) + inserted + editing.text.slice(end)
  const caret = start + inserted.length
  const before = { text: editing.text, anchor: editing.anchor, focus: editing.focus }
  const past = continuesLastStep(editing, kind, start, end, inserted) ? editing.past : [...editing.past, before].slice(-longestHistory)
  return { text, anchor: caret, focus: caret, past, future: [], lastEdit: kind }
}

export function selectTextRange(editing: TextEditorState, anchor: number, focus: number): TextEditorState {
  if (anchor === editing.anchor && focus === editing.focus) return editing
  return { ...editing, anchor, focus, lastEdit: null }
}

export function undoEdit(editing: TextEditorState): TextEditorState {
  const before = editing.past.at(-1)
  if (before === undefined) return editing
  const now = { text: editing.text, anchor: editing.anchor, focus: editing.focus }
  return { ...before, past: editing.past.slice(0, -1), future: [...editing.future, now], lastEdit: null }
}

export function redoEdit(editing: TextEditorState): TextEditorState {
  const after = editing.future.at(-1)
  if (after === undefined) return editing
  const now = { text: editing.text, anchor: editing.anchor, focus: editing.focus }
  return { ...after, past: [...editing.past, now], future: editing.future.slice(0, -1), lastEdit: null }
}

/**
 * Replaces the text after a change that the user didn't type, as one undo step. Examples are renumbered image references and a form filled
 * from a task.
 */
export function applyExternalText(editing: TextEditorState, text: string): TextEditorState {
  if (text === editing.text) return editing
  const caret = Math.min(editing.focus, text.length)
  const before = { text: editing.text, anchor: editing.anchor, focus: editing.focus }
  return { text, anchor: caret, focus: caret, past: [...editing.past, before].slice(-longestHistory), future: [], lastEdit: 'other' }
}

function kindOfEdit(start: number, end: number, inserted: string): EditKind {
  if (inserted === '') return 'deleting'
  return start === end && [...inserted].length === 1 ? 'typing' : 'other'
}

/** True if an edit belongs to the last undo step. A new word, a moved caret or another kind of edit starts a new step. */
function continuesLastStep(editing: TextEditorState, kind: EditKind, start: number, end: number, inserted: string): boolean {
  if (editing.lastEdit !== kind || kind === 'other' || editing.past.length === 0) return false
  if (kind === 'typing') {
    const beginsWord = !/\s/.test(inserted) && /\s/.test(editing.text.slice(start - 1, start))
    return start === editing.focus && !beginsWord && inserted !== '\n'
  }
  return end === editing.focus || start === editing.focus
}
