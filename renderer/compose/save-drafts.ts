import type { ComposeForm } from './compose-form.ts'
import { emptyForm } from './compose-form.ts'

/** Delay from the first unsaved change to the save. A crash loses only changes made during this delay. */
export const saveDelayInMs = 250

export type DraftSaver = {
  /** Records a changed form, which is saved after the delay. `draft` is the draft's number. */
  readonly change: (capabilityId: string, draft: number, form: ComposeForm) => void
  /** Discards an unsaved change of a closed draft. */
  readonly discard: (capabilityId: string, draft: number) => void
  /** Saves all changed forms now. */
  readonly flush: () => void
}

/**
 * Creates a saver that passes changed forms to `keep` after a short delay. For an empty form, `keep` receives null, which deletes the saved
 * draft.
 */
export function createDraftSaver(parts: {
  readonly keep: (capabilityId: string, draft: number, form: ComposeForm | null) => void
  /** Returns a function that cancels the timer. */
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): DraftSaver {
  const waiting = new Map<string, { readonly capabilityId: string; readonly draft: number; readonly form: ComposeForm }>()
  const keyOf = (capabilityId: string, draft: number): string => `${draft} ${capabilityId}`
  let stopTimer: (() => void) | null = null

  function flush(): void {
    stopTimer?.()
    stopTimer = null
    const changed = [...waiting.values()]
    waiting.clear()
    for (const { capabilityId, draft, form } of changed) parts.keep(capabilityId, draft, isAtRest(form) ? null : form)
  }
  return {
    change: (capabilityId, draft, form) => {
      waiting.set(keyOf(capabilityId, draft), { capabilityId, draft, form })
      stopTimer ??= parts.setTimer(saveDelayInMs, flush)
    },
    discard: (capabilityId, draft) => void waiting.delete(keyOf(capabilityId, draft)),
    flush
  }
}

function isAtRest(form: ComposeForm): boolean {
  return JSON.stringify(form) === JSON.stringify(emptyForm)
}
