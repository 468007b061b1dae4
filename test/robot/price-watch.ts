import type { PracticeService } from '../../electron/practice/practice-service.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Action } from './actions.ts'
import type { Snapshot } from './invariants.ts'
import { ViolationError } from './violation-error.ts'

type Promised = { readonly ids: ReadonlySet<string>; readonly credits: number; readonly label: string }

const snapshotsKept = 4
/** Maximum time from pressing an action until its task appears, in milliseconds. Long, because a batch is planned first. */
const longestSendingInMs = 15_000

export type PriceWatch = {
  /** Remembers pressed menu items and command palette items until their tasks appear. */
  readonly press: (actions: Snapshot['ui']['pressedActions']) => void
  /** If `action` created tasks, remembers the price on the enabled button. @throws ViolationError if no button was enabled. */
  readonly observe: (before: Snapshot, now: Snapshot, action: Action) => void
  /** Compares the charges of finished tasks with the remembered prices. @throws ViolationError if they differ. */
  readonly check: (now: Snapshot) => void
}

/** Creates a watch that compares the price on the pressed button with the service's final charge. */
export function createPriceWatch(service: Pick<PracticeService, 'ledger'>): PriceWatch {
  let open: readonly Promised[] = []
  /**
   * Buttons that were enabled during the last actions, newest first. On a busy machine, a task may appear several actions after the button
   * press.
   */
  let earlierOffers: readonly Snapshot['ui']['armed'][] = []
  /** Pressed actions whose tasks haven't appeared yet, oldest first. Their menu closes immediately, so the task may appear much later. */
  let pressed: readonly { readonly offer: Snapshot['ui']['armed'][number]; readonly at: number }[] = []
  return {
    press: (actions) => {
      const now = performance.now()
      // Pressing a key on a menu item also emits a click.
      const fresh = actions.filter(({ words }, place) => actions.findIndex((other) => other.words === words) === place)
      pressed = [...pressed.filter(({ at }) => now - at < longestSendingInMs), ...fresh.map((offer) => ({ offer, at: now }))]
    },
    observe: (before, now, action) => {
      earlierOffers = [[...now.ui.pressedArmed, ...before.ui.armed], ...earlierOffers].slice(0, snapshotsKept)
      const buttons = earlierOffers.flat()
      const offers = [...buttons, ...pressed.map(({ offer }) => offer)]
      const known = new Set(before.main.tasks.map(({ id }) => id))
      const made = now.main.tasks.filter(({ id }) => !known.has(id))
      if (made.length === 0) return
      // Each pressed action accounts for one task or batch. The action is kept if a button may have created the new tasks.
      if (buttons.length === 0) pressed = pressed.slice(1)
      const [offer] = offers
      if (offer === undefined)
        throw new ViolationError(
          'only enabled buttons create tasks',
          `${action.description} made ${made.map(({ title }) => title).join(', ')}`
        )
      // If several prices were visible, the price of the pressed button is unknown. An estimate may differ from the charge.
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
        if (sum !== credits) throw new ViolationError('the price on the button is charged', `“${label}”, but ${sum} credits were charged`)
        return false
      })
    }
  }
}

/** True if the button shows an approximate price. */
function isEstimate(words: string): boolean {
  return words.includes(say('about {credits}', { credits: '' }).trim())
}
