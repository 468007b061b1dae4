import type { PracticeService } from '../../electron/practice/practice-service.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Action } from './actions.ts'
import type { Snapshot } from './invariants.ts'
import { Violation } from './violation.ts'

type Promised = { readonly ids: ReadonlySet<string>; readonly credits: number; readonly label: string }

const snapshotsKept = 4

export type PriceWatch = {
  /** If an action created tasks, remembers the prices of the enabled buttons. */
  readonly observe: (before: Snapshot, now: Snapshot, action: Action) => void
  /** Compares the charges of finished tasks with the remembered prices. */
  readonly check: (now: Snapshot) => void
}

/** Compares the price on the pressed button with the service's final charge. */
export function createPriceWatch(service: Pick<PracticeService, 'ledger'>): PriceWatch {
  let open: readonly Promised[] = []
  /** Enabled buttons around the last actions, newest first. On a busy machine, reading a form's files delays its tasks. */
  let earlierOffers: readonly Snapshot['ui']['armed'][] = []
  return {
    observe: (before, now, action) => {
      earlierOffers = [[...now.ui.pressedArmed, ...before.ui.armed], ...earlierOffers].slice(0, snapshotsKept)
      const offers = earlierOffers.flat()
      const known = new Set(before.main.tasks.map(({ id }) => id))
      const made = now.main.tasks.filter(({ id }) => !known.has(id))
      if (made.length === 0) return
      const [offer] = offers
      if (offer === undefined)
        throw new Violation('only enabled buttons create tasks', `${action.description} made ${made.map(({ title }) => title).join(', ')}`)
      // If several prices are visible, it is unknown which button was pressed.
      if (offer.credits === null || offers.some(({ credits, words }) => credits !== offer.credits || isEstimate(words))) return
      open = [...open, { ids: new Set(made.map(({ id }) => id)), credits: offer.credits, label: offer.words }]
    },
    check: (now) => {
      const charges = service.ledger().filter(({ kind }) => kind === 'charge')
      open = open.filter(({ ids, credits, label }) => {
        const tasks = now.main.tasks.filter(({ id }) => ids.has(id))
        if (tasks.some(({ phase }) => phase !== 'done'))
          return tasks.some(({ phase }) => !['failed', 'refused', 'cancelled', 'support'].includes(phase))
        const keys = new Set(tasks.map(({ idempotencyKey }) => idempotencyKey))
        const sum = charges.filter(({ idempotencyKey }) => keys.has(idempotencyKey)).reduce((total, charge) => total + charge.credits, 0)
        if (sum !== credits) throw new Violation('the price on the button is charged', `“${label}”, but ${sum} credits were charged`)
        return false
      })
    }
  }
}

/** True if the price is shown as approximate, as for an estimate by the service. */
function isEstimate(words: string): boolean {
  return words.includes(say('about {credits}', { credits: '' }).trim())
}
