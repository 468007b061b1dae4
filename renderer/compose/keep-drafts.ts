import type { ComposeForm } from './compose-form.ts'
import { emptyForm } from './compose-form.ts'

/** What is typed is kept this long after the first change of a burst: so much is lost at most when everything ends at once. */
export const keepDelayInMs = 250

export type DraftKeeper = {
  readonly change: (capabilityId: string, form: ComposeForm) => void
  /** Keeps what waits, now. */
  readonly flush: () => void
}

/** Hands forms to main, the newest of each, a moment after they changed. A form as it was at the very first is let go. */
export function createDraftKeeper(parts: {
  readonly keep: (capabilityId: string, form: ComposeForm | null) => void
  /** Returns a function that stops it. */
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): DraftKeeper {
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
      stopTimer ??= parts.setTimer(keepDelayInMs, flush)
    },
    flush
  }
}

function isAtRest(form: ComposeForm): boolean {
  return JSON.stringify(form) === JSON.stringify(emptyForm)
}
