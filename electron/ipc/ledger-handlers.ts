import { setImmediate } from 'node:timers/promises'
import { say } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import { itemsPerPage } from '../../shared/ipc/items-per-page.ts'
import type { ledgerRequests } from '../../shared/ipc/ledger.ts'
import { ledgerCsvHeader, ledgerCsvLines } from '../../shared/phrases/ledger-csv.ts'
import type { LedgerEntry } from '../../shared/task/ledger.ts'
import type { Studio } from '../studio.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

/** Handlers for requests about credits and lost tasks. */
export function ledgerHandlers({ account, dialogs, shell, studio }: Pick<HandlerDependencies, 'account' | 'dialogs' | 'shell' | 'studio'>) {
  return {
    'ledger.read': (page) => studio.ledger({ ...page, limit: itemsPerPage }),
    'ledger.save': async ({ connectionId }) => {
      const { connection, others } = account.state()
      const names = new Map([...(connection === null ? [] : [connection]), ...others].map(({ id, name }) => [id, name]))
      const day = new Date().toLocaleDateString('sv-SE')
      const chosen = await dialogs.chooseSavePath(say('Kiln credits {day}.csv', { day }))
      if (chosen === null) return false
      let text = ledgerCsvHeader()
      for await (const entries of ledgerPages(studio)) {
        const own = entries.filter((entry) => connectionId === null || entry.connectionId === connectionId)
        text += ledgerCsvLines(own, (id) => names.get(id) ?? id)
      }
      await shell.saveText(text, chosen)
      return true
    },
    'recovery.reconcile': studio.reconcile,
    'recovery.report': studio.reconciliation,
    'recovery.adopt': ({ taskId, capability, as }) => studio.adopt(taskId, { capability, as }),
    'recovery.fetchAgain': ({ id }) => studio.fetchAgain(id)
  } satisfies RequestHandlers<typeof ledgerRequests>
}

/** Reads all ledger entries page by page. Other work can run after each page. */
async function* ledgerPages(studio: Pick<Studio, 'ledger'>): AsyncGenerator<readonly LedgerEntry[]> {
  for (let last: LedgerEntry | undefined; ;) {
    const entries = studio.ledger({ limit: itemsPerPage, ...(last !== undefined && { olderThan: last.id }) })
    yield entries
    last = entries.at(-1)
    if (entries.length < itemsPerPage) return
    await setImmediate()
  }
}
