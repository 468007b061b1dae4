import type { FocusEvent, KeyboardEvent } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export type DraftValueOptions<Value> = {
  readonly saved: Value
  /** Returns an error if the value can't be saved, otherwise null. */
  readonly problemOf: (value: Value) => string | null
  /** Resolves to false if the value couldn't be saved. The draft then stays. */
  readonly save: (value: Value) => Promise<boolean>
}

export type DraftValue<Value> = {
  /** Value that the controls show: the draft, or the saved value. */
  readonly shown: Value
  /** Why the shown value can't be saved. Null if it can. */
  readonly problem: string | null
  /** True once the user has tried to apply the draft. Before that, controls that the user is still filling in don't show errors. */
  readonly isJudged: boolean
  /** True if the draft differs from the saved value. */
  readonly isChanged: boolean
  readonly edit: (value: Value) => void
  readonly revert: () => void
  /** Saves a value now. */
  readonly apply: (value: Value) => void
  /** Restores the value before the last save. Null before the first save. */
  readonly undo: (() => void) | null
  /** Props for the element around this value's controls. */
  readonly groupProps: {
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

/**
 * Manages a typed setting without a save button. The setting is saved on Enter, or when the focus leaves its controls. Escape restores the
 * saved value. An invalid draft stays, with its error.
 */
export function useDraftValue<Value>({ saved, problemOf, save }: DraftValueOptions<Value>): DraftValue<Value> {
  const [draft, setDraft] = useState<{ readonly value: Value } | null>(null)
  const [previous, setPrevious] = useState<{ readonly value: Value } | null>(null)
  const [isJudged, setIsJudged] = useState(false)
  const saving = useRef<Value | null>(null)
  const shown = draft === null ? saved : draft.value
  const problem = problemOf(shown)
  const isChanged = draft !== null && JSON.stringify(draft.value) !== JSON.stringify(saved)

  function revert(): void {
    setDraft(null)
    setIsJudged(false)
  }
  async function apply(value: Value): Promise<void> {
    if (saving.current === value) return
    saving.current = value
    setDraft({ value })
    const isSaved = await save(value)
    saving.current = null
    if (!isSaved) return
    setPrevious({ value: saved })
    setIsJudged(false)
    setDraft((now) => (now?.value === value ? null : now))
  }
  function commit(): void {
    if (draft === null) return
    if (!isChanged) return revert()
    setIsJudged(true)
    if (problem === null) void apply(draft.value)
  }
  const commitOnUnmount = useEffectEvent(commit)
  useEffect(() => () => commitOnUnmount(), [])

  return {
    shown,
    problem,
    isJudged,
    isChanged,
    edit: (value) => setDraft({ value }),
    revert,
    apply: (value) => void apply(value),
    undo: previous === null ? null : () => void apply(previous.value),
    groupProps: {
      onBlur: ({ currentTarget, relatedTarget, target }) => {
        // If another window gets the focus, the control stays the active element. The user may still be typing.
        if (document.activeElement === target || currentTarget.contains(relatedTarget)) return
        commit()
      },
      onKeyDown: (event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) commit()
        else if (event.key === 'Escape' && isChanged) revert()
        else return
        event.preventDefault()
        event.stopPropagation()
      }
    }
  }
}
