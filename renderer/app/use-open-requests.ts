import { useCallback, useEffect, useState } from 'react'
import type { OpenRequest } from '../../shared/open-request.ts'
import type { DeepLink } from '../../shared/deep-link.ts'
import { sentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { inspectFiles } from '../bridge/inspect-files.ts'
import { isDialogOpen } from '../bridge/is-dialog-open.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import type { Toast } from '../ui/toasts.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { Route } from './route.ts'
import { navigate } from './route.ts'

/** Files opened with Kiln, and names of those that couldn't be read. */
export type OpenedFiles = Pick<Extract<OpenRequest, { kind: 'files' }>, 'files' | 'unreadable'> & {
  /** Why dropped files were refused, such as folders, in sentences that name them. */
  readonly refused?: readonly string[]
}

/**
 * Opens the target of a followed deep link. Holds files opened with Kiln until the user chooses what to do. Never submits anything. While a
 * dialog is open, a link waits for confirmation.
 */
export function useOpenRequests(): {
  /** Files that wait for the user's choice. Null if none exist. */
  readonly files: OpenedFiles | null
  /** Handles files dropped on the window. */
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
    const looked = await Promise.all(handed.map(inspectFiles))
    setFiles({
      files: looked.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])),
      unreadable: [],
      refused: looked.flatMap((outcome) => (outcome.ok ? [] : [sentences(outcome.message, outcome.advice)]))
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
