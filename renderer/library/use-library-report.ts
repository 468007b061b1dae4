import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LibraryMending, LibraryReport } from '../../shared/library.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { request } from '../bridge/kiln.ts'
import { shelfStore } from './shelf-store.ts'

/** What the last look at the files found; null before it is known. */
const reports = createStore<{ readonly report: LibraryReport | null; readonly isOpen: boolean }>(() => ({ report: null, isOpen: false }))

export function useLibraryReport(): LibraryReport | null {
  const revision = useStore(shelfStore, ({ shelf }) => shelf?.revision ?? null)
  useEffect(() => {
    if (revision !== null) void keep(request('library.report'))
  }, [revision])
  // A drive may have been taken away, or have come back, while one looked elsewhere.
  useEffect(() => {
    const read = (): void => void keep(request('library.report'))
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])
  return useStore(reports, ({ report }) => report)
}

/** Whether one looks at all that it says. */
export function useIsReportOpen(): boolean {
  return useStore(reports, ({ isOpen }) => isOpen)
}

export function showReport(isOpen: boolean): void {
  reports.setState({ isOpen })
}

/** Looks at every file now. */
export function lookAtFiles(): Promise<Outcome<LibraryReport>> {
  return keep(request('library.look'))
}

/** Throws the index away and makes it anew from the files and what is known of them. */
export function rebuildLibrary(): Promise<Outcome<LibraryReport>> {
  return keep(request('library.rebuild'))
}

export function mendFiles(choices: readonly LibraryMending[]): Promise<Outcome<LibraryReport>> {
  return keep(request('library.mend', { choices }))
}

async function keep(asked: Promise<Outcome<LibraryReport>>): Promise<Outcome<LibraryReport>> {
  const outcome = await asked
  if (outcome.ok) reports.setState({ report: outcome.value })
  return outcome
}
