import { useCallback, useEffect, useState } from 'react'
import type { OpenRequest } from '../../shared/app/open-request.ts'
import type { DeepLink } from '../../shared/app/deep-link.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { inspectOrSaveFile } from '../media/inspect-or-save-file.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import type { Toast } from '../ui/toasts.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { Route } from './route.ts'
import { navigate } from './route.ts'

/** Files that were opened with Kiln or dropped on the window. `unreadable` holds the names of files that couldn't be read. */
export type OpenedFiles = Pick<Extract<OpenRequest, { kind: 'files' }>, 'files' | 'unreadable'> & {
  /** Sentences that say why dropped items, such as folders, were rejected. Undefined if the files weren't dropped. */
  readonly refused?: readonly string[]
}

/**
 * Handles deep links and files opened with Kiln. Never sends a task. A link opens its target, or waits for confirmation while a dialog is
 * open. Files are returned in `files` until `close` is called.
 */
export function useOpenRequests(): {
  /** Opened files for which the user hasn't chosen an action yet. Null if there are no such files. */
  readonly files: OpenedFiles | null
  /** Inspects files dropped on the window and stores the results in `files`. */
  readonly open: (handed: readonly File[]) => void
  readonly close: () => void
} {
  const [files, setFiles] = useState<OpenedFiles | null>(null)
  const toast = useToast()

  useEffect(() => {
    const follow = async (): Promise<void> => {
      const outcome = await request('arrivals.take')
      if (!outcome.ok) return
      for (const openRequest of outcome.value) {
        if (openRequest.kind === 'files') setFiles(openRequest)
        else if (openRequest.kind === 'link') followLink(openRequest.link, toast)
        else
          toast({
            title: say('Kiln can’t open this link'),
            description: say('The link may be damaged or made for another version of Kiln.'),
            icon: 'question'
          })
      }
    }
    const stop = subscribe('arrivals.came', () => void follow())
    void follow()
    return stop
  }, [toast])

  const open = useCallback(async (handed: readonly File[]) => {
    const looked = await Promise.all(handed.map(inspectOrSaveFile))
    setFiles({
      files: looked.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])),
      unreadable: [],
      refused: looked.flatMap((outcome) => (outcome.ok ? [] : [joinSentences(outcome.message, outcome.advice)]))
    })
  }, [])
  return { files, open: useCallback((handed) => void open(handed), [open]), close: useCallback(() => setFiles(null), []) }
}

function followLink(link: DeepLink, toast: (toast: Toast) => void): void {
  const go = (): void => navigate(routeOf(link))
  if (!isDialogOpen()) return go()
  toast({ title: say('A Kiln link is waiting to open'), icon: 'arrow-right', action: { label: say('Open link'), onSelect: go } })
}

function routeOf({ to, id }: DeepLink): Route {
  switch (to) {
    case 'place':
      return id === 'queue' ? { view: id, taskId: null } : { view: id }
    case 'capability':
      return { view: 'compose', capabilityId: id, prefill: null }
    case 'task':
      return { view: 'queue', taskId: id }
    case 'result':
      return { view: 'viewer', itemId: id }
  }
}
