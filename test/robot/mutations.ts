/** Edits that remove a fix, so that a fault from the exploratory tests occurs again. */
export type Mutation = {
  /** Number of the finding in the exploratory test report. */
  readonly finding: string
  readonly fault: string
  /** Name of the scenario that reproduces the fault. */
  readonly scenario: string
  /** Each edit replaces `code` with `broken`. `code` must occur exactly once in `file`. */
  readonly edits: readonly { readonly file: string; readonly code: string; readonly broken: string }[]
}

const batchDialog = 'renderer/compose/batch/batch-dialog.tsx'
const fileAdoption = 'electron/library/checks/file-adoption.ts'
const resultFolders = 'electron/library/folders/result-folders.ts'

/** `test/repo-checks/guards.test.ts` fails if the code of an edit is no longer in its file. */
export const mutations: readonly Mutation[] = [
  {
    finding: 'use-1 1',
    fault: 'a batch sends the previous table after another one failed to load',
    scenario: 'a batch table, then an invalid one',
    edits: [
      {
        file: batchDialog,
        code: `const plan = count.state === 'counted' ? count.plan : null`,
        broken: `const plan = counted.state === 'counted' ? counted.plan : null`
      },
      {
        file: batchDialog,
        code: `        capability={capability}
        count={count}
        missing=`,
        broken: `        capability={capability}
        count={counted}
        missing=`
      }
    ]
  },
  {
    finding: 'use-1 2',
    fault: 'Hide makes an open task disappear',
    scenario: 'hide, then undo',
    edits: [
      {
        file: 'electron/tasks/machine/task-machine.ts',
        code: `      return record.hidden || !canHide(record)
`,
        broken: `      return record.hidden
`
      },
      {
        file: 'electron/tasks/machine/task-predicates.ts',
        code: `  return record.hidden && canHide(record)`,
        broken: `  return record.hidden`
      },
      { file: 'electron/tasks/machine/task-view.ts', code: `hide: canHide(record)`, broken: `hide: canHide(record) || true` }
    ]
  },
  {
    finding: 'use-1 3',
    fault: 'a file that changed after it was chosen is sent',
    scenario: 'a chosen file changes on disk',
    edits: [
      {
        file: 'electron/ipc/task-handlers.ts',
        code: `      await rejectChangedFiles(values, { fileTokens, inspect: studio.inspect, announce })`,
        broken: `      void rejectChangedFiles`
      }
    ]
  },
  {
    finding: 'use-1 4',
    fault: 'face selections are lost on leaving the view',
    scenario: 'start a face selection, then leave',
    edits: [
      {
        file: 'renderer/faces/face-draft.ts',
        code: `return outcome.ok && outcome.value !== null ? parseFaceDraft(`,
        broken: `return outcome.ok && outcome.value === undefined ? parseFaceDraft(`
      }
    ]
  },
  {
    finding: 'use-1 5',
    fault: 'a late Undo discards newer work',
    scenario: 'reset the form, type, then undo',
    edits: [{ file: 'renderer/compose/set-value-with-undo.ts', code: `if (isEdited) place.toast(`, broken: `if (!isEdited) place.toast(` }]
  },
  {
    finding: 'use-2 D1',
    fault: 'a failed deletion is repeated at the next start',
    scenario: 'a failed deletion, then a restart',
    edits: [
      {
        file: 'electron/library/trash-can.ts',
        code: `if (moved.size === 0) await rm(pathOf(token), { force: true })`,
        broken: `if (moved.size === 0) await write({ ...load, isMoved: true })`
      },
      {
        file: 'electron/library/trash-can.ts',
        code: `      if (load === null) return 0
`,
        broken: `      if (load === null) return 0
      await mapConcurrent(movesAtOnce, load.files, moveOne)
`
      }
    ]
  },
  {
    finding: 'use-2 D2',
    fault: 'a rebuild after another folder was chosen empties the library',
    scenario: 'another library folder, then a rebuild',
    edits: [
      {
        file: 'electron/library/rebuild-index.ts',
        code: `    await index.putCollections(collections)
    await opening.fill(true)
    await saveUnfound(dependencies, before)
`,
        broken: `    void [collections, saveUnfound, before]
    await opening.fill(true)
`
      },
      { file: resultFolders, code: `...(await formerFolders())`, broken: `...(await formerFolders()).slice(0, 0)` }
    ]
  },
  {
    finding: 'use-2 D3',
    fault: 'Kiln starts with an empty journal if the journal is missing',
    scenario: 'the journal is missing at the start',
    edits: [
      {
        file: 'electron/studio.ts',
        code: `if (await isJournalMissing(dataDir)) throw`,
        broken: `if ((await isJournalMissing(dataDir)) && dataDir === '') throw`
      }
    ]
  },
  {
    finding: 'use-2 D4',
    fault: 'importing creates several results from one file, and stops at the first one that can’t be displayed',
    scenario: 'import files several times',
    edits: [
      { file: fileAdoption, code: `const adoptionsPerTurn = 16`, broken: `const adoptionsPerTurn = 1` },
      {
        file: fileAdoption,
        code: `      [...paths].filter((path) => !indexed.has(path)),`,
        broken: `      [...paths].filter((path) => !indexed.has(path) || true),`
      },
      {
        file: fileAdoption,
        code: `      await reports.addUndisplayable(path)
      return null`,
        broken: `      throw new UserFacingError(path)`
      }
    ]
  },
  {
    finding: 'use-2 D5',
    fault: 'dragging a large selection omits most files',
    scenario: 'select many and drag',
    edits: [
      {
        file: 'renderer/library/use-drag-items.ts',
        code: `const items = await whilePressed(() => loadLibraryTiles(keys))`,
        broken: `const items = await whilePressed(() => loadLibraryTiles(keys.slice(0, 12)))`
      }
    ]
  },
  {
    finding: 'use-2 D6',
    fault: 'a digit changes every rating without an undo',
    scenario: 'rate many, then undo',
    edits: [
      {
        file: 'renderer/library/use-library-actions.ts',
        code: `if (count > 0 && (edit.keys.length > 1 || isStopped)) offerUndo(`,
        broken: `if (count > 0 && (edit.keys.length < 1 || isStopped)) offerUndo(`
      }
    ]
  },
  {
    finding: 'use-2 D7',
    fault: 'Kiln writes to the wrong disk and deletes while the drive is missing',
    scenario: 'the library folder is unavailable',
    edits: [
      {
        file: 'electron/library/deletions/reject-disconnected-folders.ts',
        code: `const isAway = !(await folders.isCurrentThere())`,
        broken: `const isAway = false`
      },
      {
        file: resultFolders,
        code: `return isWithin(this.current, path) ? isCurrentThere : pathExists(path)`,
        broken: `return isCurrentThere || true`
      }
    ]
  },
  {
    finding: 'use-2 D8',
    fault: 'a rating set during a long job is lost when Kiln closes',
    scenario: 'a rating during a long job, then quit',
    edits: [
      {
        file: 'electron/library/serial-queue.ts',
        code: `next: (work) => add(asked, work),
    background: (work) => add(background, work),`,
        broken: `next: (work) => add(background, work),
    background: (work) => add(background, work),`
      },
      {
        file: 'electron/library/items/user-changes.ts',
        code: `    const { index, collections, history, sidecars, operations, events } = this.#dependencies
    return events.inBulk(async () => {
      const steps: ItemChange[] = []
      const isStopped = await operations.inSlices(change.keys`,
        broken: `    const { index, collections, history, sidecars, operations, events } = this.#dependencies
    return operations.inBackground(async () => {
      const steps: ItemChange[] = []
      const isStopped = await operations.inSlices(change.keys`
      }
    ]
  }
]
