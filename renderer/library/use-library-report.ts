import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LibraryRepair, LibraryReport } from '../../shared/library/library.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { withProgress } from '../bridge/bulk-job-store.ts'
import { request } from '../bridge/kiln.ts'
import { gridStore } from './grid-store.ts'

/** The last file check. `report` is null until it is loaded. `isOpen` is true while the report dialog is open. */
const reports = createStore<{ readonly report: LibraryReport | null; readonly isOpen: boolean }>(() => ({ report: null, isOpen: false }))

export function useLibraryReport(): LibraryReport | null {
  const revision = useStore(gridStore, ({ page }) => page?.revision ?? null)
  useEffect(() => {
    if (revision !== null) void store(request('library.report'))
  }, [revision])
  // A drive may have been removed or reconnected while the window was in the background.
  useEffect(() => {
    const read = (): void => void store(request('library.report'))
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])
  return useStore(reports, ({ report }) => report)
}

export function useIsReportOpen(): boolean {
  return useStore(reports, ({ isOpen }) => isOpen)
}

export function setReportOpen(isOpen: boolean): void {
  reports.setState({ isOpen })
}

/** Checks every file in the library folder and updates the report. */
export function checkLibraryFiles(): Promise<Outcome<LibraryReport>> {
  return store(request('library.look'))
}

/** Discards the library index and rebuilds it from the library folder and the journal. */
export function rebuildLibrary(): Promise<Outcome<LibraryReport>> {
  return store(request('library.rebuild'))
}

export function repairLibraryFiles(choices: readonly LibraryRepair[]): Promise<Outcome<LibraryReport>> {
  const title = say('Importing {count, plural, one {# file} other {# files}}…', { count: choices.length })
  const isImport = choices.every(({ how }) => how === 'adopt')
  return store(
    isImport
      ? withProgress({ title, canStop: true }, (job) => request('library.repair', { choices, job }))
      : request('library.repair', { choices })
  )
}

async function store(asked: Promise<Outcome<LibraryReport>>): Promise<Outcome<LibraryReport>> {
  const outcome = await asked
  // A failed action may have changed some files, so the report is loaded again.
  const now = outcome.ok ? outcome : await request('library.report')
  if (now.ok) reports.setState({ report: now.value })
  return outcome
}
