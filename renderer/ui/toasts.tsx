import { Toast as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { createContext, useCallback, useContext, useRef, useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { Pic } from './pic.tsx'
import { isRightToLeft } from './reading-direction.tsx'
import styles from './toasts.module.css'
import { withRoom } from './toast-room.ts'

/** Said once, then gone after 6 seconds (not while the pointer is on it). Never for money questions. */
export type Toast = {
  readonly title: string
  readonly words?: string
  readonly tone?: 'plain' | 'done' | 'failed'
  readonly icon?: IconName
  /** Address of a small picture; instead of the icon. */
  readonly picture?: string
  readonly action?: { readonly label: string; readonly onSelect: () => void; readonly undoes?: true }
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)

/** A function that shows a toast at the foot of the content, where lines begin. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext)
}

/** What main answered, as far as a toast needs it. */
type Answer = { readonly ok: true } | { readonly ok: false; readonly message: string; readonly advice: string | null }

/** A function that shows why something could not be done; says nothing when it was. */
export function useFailureToast(): (answer: Answer) => void {
  const toast = useToast()
  return useCallback(
    (answer) => {
      if (!answer.ok)
        toast({ title: answer.message, ...(answer.advice === null ? {} : { words: answer.advice }), tone: 'failed', icon: 'warning' })
    },
    [toast]
  )
}

/** Stands once around the app. At most three at a time: older ones make room, and those that can undo something last. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([])
  const nextId = useRef(1)
  const show = useCallback((toast: Toast) => {
    const id = nextId.current++
    setToasts((shown) => [...withRoom(shown), { ...toast, id }])
  }, [])
  return (
    <Radix.Provider duration={6000} label={say('Notice')} swipeDirection={isRightToLeft() ? 'right' : 'left'}>
      <ToastContext value={show}>{children}</ToastContext>
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          className={styles.toast}
          onOpenChange={(open) => !open && setToasts((shown) => shown.filter(({ id }) => id !== toast.id))}
        >
          {toast.picture ? (
            <Pic src={toast.picture} alt="" icon={toast.icon ?? 'image'} className={styles.thumb} />
          ) : (
            toast.icon && <Icon name={toast.icon} className={styles[toast.tone ?? 'plain']} />
          )}
          <div className={styles.text}>
            <Radix.Title dir="auto" className="strong cut">
              {toast.title}
            </Radix.Title>
            {toast.words && (
              <Radix.Description dir="auto" className="small ink-2">
                {toast.words}
              </Radix.Description>
            )}
          </div>
          {toast.action && (
            <Radix.Action asChild altText={toast.action.label}>
              <Button size="small" onClick={toast.action.onSelect}>
                {toast.action.label}
              </Button>
            </Radix.Action>
          )}
        </Radix.Root>
      ))}
      <Radix.Viewport className={styles.viewport} />
    </Radix.Provider>
  )
}
