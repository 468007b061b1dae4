import type { ComposeForm } from './compose-form.ts'
import { emptyForm } from './compose-form.ts'

/** Delay from the first unsaved change to the save. A crash loses at most the changes within this delay. */
export const saveDelayInMs = 250

export type DraftSaver = {
  readonly change: (capabilityId: string, form: ComposeForm) => void
  /** Saves all changed forms now. */
  readonly flush: () => void
}

/**
 * Creates a saver that passes changed forms to `keep` after a short delay. For an empty form, `keep` receives null, which deletes the saved
 * draft.
 */
export function createDraftSaver(parts: {
  readonly keep: (capabilityId: string, form: ComposeForm | null) => void
  /** Returns a function that cancels the timer. */
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): DraftSaver {
  const waiting = new Map<string, ComposeForm>()
  let stopTimer: (() => void) | null = null

  function flush(): void {
    stopTimer?.()
    stopTimer = null
    const forms = [...waiting]
    waiting.clear()
    for (const [capabilityId, form] of forms) parts.keep(capabilityId, isAtRest(form) ? null : form)
  }
  return {
    change: (capabilityId, form) => {
      waiting.set(capabilityId, form)
      stopTimer ??= parts.setTimer(saveDelayInMs, flush)
    },
    flush
  }
}

function isAtRest(form: ComposeForm): boolean {
  return JSON.stringify(form) === JSON.stringify(emptyForm)
}
