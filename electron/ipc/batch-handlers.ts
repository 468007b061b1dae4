import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BatchSource, FolderFound, TableFound } from '../../shared/batch/batch-source.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { Values } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import type { Studio } from '../studio.ts'
import { createChosenPlaces } from './chosen-places.ts'
import type { Drafts } from './drafts.ts'
import type { Handlers } from './handlers.ts'
import type { DialogsPort, ShellPort } from './ports.ts'
import type { Announce } from './publish.ts'

const mostFormsKept = 8

type BatchHandlers = Pick<Handlers, Extract<keyof Handlers, `batch.${string}`>>

/** What the requests about batches do: paths become tokens on the way out and tokens paths on the way in. One batch is counted at a time. */
export function createBatchHandlers(parts: {
  readonly studio: Studio
  readonly drafts: Drafts
  readonly dialogs: DialogsPort
  readonly shell: ShellPort
  readonly announce: Announce
}): BatchHandlers {
  const { studio, drafts, dialogs, shell, announce } = parts
  const places = createChosenPlaces()
  /** What the last plans started from: once one is sent, it is what was last sent with this form. */
  const formOf = new Map<string, { readonly capability: string; readonly values: Values }>()
  let counting = new AbortController()

  async function foundTable(path: string, capability: string): Promise<TableFound> {
    return { ...(await studio.lookAtTable({ capability, path })), table: places.add(path) }
  }

  async function foundFolder(path: string, capability: string, field: string): Promise<FolderFound> {
    return { ...(await studio.lookAtFolder({ capability, path, field })), folder: places.add(path) }
  }

  function withPaths(source: BatchSource): BatchSource {
    switch (source.way) {
      case 'seeds':
        return source
      case 'folder':
        return { ...source, folder: places.pathOf(source.folder) }
      case 'table':
        return { ...source, table: places.pathOf(source.table) }
      case 'grid':
        return {
          ...source,
          axes: source.axes.map(({ field, values }) => ({
            field,
            values: values.map((value) => drafts.resolve({ value })['value'] ?? null)
          }))
        }
    }
  }

  return {
    'batch.chooseTable': async ({ capability }) => {
      const path = await dialogs.chooseTable()
      return path === null ? null : foundTable(path, capability)
    },
    'batch.chooseFolder': async ({ capability, field }) => {
      const path = await dialogs.chooseFolderOfMedia()
      return path === null ? null : foundFolder(path, capability, field)
    },
    'batch.lookAtFolder': ({ capability, field, folder }) => foundFolder(places.pathOf(folder), capability, field),
    'batch.takeDropped': async ({ path, capability, field }) => {
      const dropped = await stat(path).catch(() => null)
      if (dropped?.isDirectory() !== true) return { kind: 'table', table: await foundTable(path, capability) }
      if (field === null) throw new PlainProblem(say('This form takes no files.'), { advice: say('Drop a table of text instead.') })
      return { kind: 'folder', folder: await foundFolder(path, capability, field) }
    },
    'batch.plan': async ({ ticket, capability, values, source }) => {
      counting.abort(new PlainProblem(say('This was counted anew.')))
      counting = new AbortController()
      const form = { capability, values: drafts.resolve(values) }
      const plan = await studio.planBatch({
        ...form,
        source: withPaths(source),
        onProgress: (done, total) => announce('batch.counting', { ticket, done, total }),
        signal: counting.signal
      })
      formOf.set(plan.id, form)
      for (const id of formOf.keys()) if (formOf.size > mostFormsKept) formOf.delete(id)
      return plan
    },
    'batch.giveUpCounting': () => {
      counting.abort(new PlainProblem(say('Counting was given up.')))
      return null
    },
    'batch.saveBadRows': async ({ plan, name }) => {
      const text = studio.badRows(plan)
      const chosen = await dialogs.chooseSavePath(basename(name))
      if (chosen !== null) await shell.saveText(text, chosen)
      return chosen
    },
    'batch.start': async ({ plan, leaveOutBad, consent = [] }) => {
      const batch = await studio.startBatch(plan, { leaveOutBad, consent })
      const form = formOf.get(plan)
      if (form !== undefined) studio.rememberSent(form)
      return batch
    },
    'batch.list': () => studio.batches(),
    'batch.stop': ({ id }) => {
      studio.stopBatch(id)
      return null
    },
    'batch.resume': ({ id }) => {
      studio.resumeBatch(id)
      return null
    },
    'batch.cancelRest': ({ id }) => {
      studio.cancelRestOfBatch(id)
      return null
    },
    'batch.agreeToPrices': ({ id }) => {
      studio.agreeToPricesOfBatch(id)
      return null
    },
    'batch.hide': ({ id }) => {
      studio.hideBatch(id)
      return null
    }
  }
}
