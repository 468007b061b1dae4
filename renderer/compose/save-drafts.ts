import type { ComposeForm } from './compose-form.ts'
import { emptyForm } from './compose-form.ts'

/** Drafts are saved this long after the first change of a burst. A crash loses at most this much. */
export const saveDelayInMs = 250

export type DraftSaver = {
  readonly change: (capabilityId: string, form: ComposeForm) => void
  /** Saves pending forms now. */
  readonly flush: () => void
}

/** Passes the latest state of each changed form to main after a short delay. A form that is empty again is removed. */
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
