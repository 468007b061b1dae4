import { Toast as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { ImageFrame } from './image-frame.tsx'
import { isRightToLeft } from './reading-direction-provider.tsx'
import styles from './toasts.module.css'
import { remainingToasts } from './remaining-toasts.ts'
import { useToastInteraction } from './use-toast-interaction.ts'

const shownForInMs = 6_000
/** Delay before an expired toast checks again whether the user is still using the list of toasts. */
const graceInMs = 2_000

/**
 * A message that disappears after 6 seconds. It stays while the user is using the list of toasts. Don't use a toast to confirm spending
 * credits.
 */
export type Toast = {
  /** ID for dismissing the toast early, with `useDismissToast`. */
  readonly id?: string
  readonly title: string
  readonly description?: string
  readonly tone?: 'plain' | 'needs' | 'done' | 'failed'
  readonly icon?: IconName
  /** URL of a thumbnail, shown instead of the icon. */
  readonly picture?: string
  readonly action?: { readonly label: string; readonly onSelect: () => void; readonly undoes?: true }
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)
const EndToastContext = createContext<(id: string) => void>(() => undefined)

/** Returns a function that shows a toast. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext)
}

/** Returns a function that removes all toasts with the given `id`. */
export function useDismissToast(): (id: string) => void {
  return useContext(EndToastContext)
}

/** The part of the main process's response that a toast needs. */
type Answer = { readonly ok: true } | { readonly ok: false; readonly message: string; readonly advice: string | null }

/** Returns a function that shows a toast with the error of a failed response. The function does nothing if the response is OK. */
export function useFailureToast(): (answer: Answer) => void {
  const toast = useToast()
  return useCallback(
    (answer) => {
      if (!answer.ok)
        toast({ title: answer.message, ...(answer.advice === null ? {} : { description: answer.advice }), tone: 'failed', icon: 'warning' })
    },
    [toast]
  )
}

/** Shows at most three toasts. If there are more, the oldest toast without an undo action is removed first. Mount once, around the app. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (Toast & { readonly key: number })[]>([])
  const nextKey = useRef(1)
  const show = useCallback((toast: Toast) => {
    const key = nextKey.current++
    setToasts((shown) => [...remainingToasts(shown), { ...toast, key }])
  }, [])
  const { viewport, leave, isAttended, noteEscape, isEscapeElsewhere } = useToastInteraction()
  const remove = useCallback((key: number) => setToasts((shown) => shown.filter((toast) => toast.key !== key)), [])
  const end = useCallback((id: string) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  return (
    <Radix.Provider duration={Infinity} label={say('Notification')} swipeDirection={isRightToLeft() ? 'right' : 'left'}>
      <ToastContext value={show}>
        <EndToastContext value={end}>{children}</EndToastContext>
      </ToastContext>
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.key}
          open
          className={styles.toast}
          onEscapeKeyDown={noteEscape}
          onOpenChange={(open) => {
            if (open || isEscapeElsewhere()) return
            leave()
            remove(toast.key)
          }}
        >
          <ToastClock isAttended={isAttended} onEnd={() => remove(toast.key)} />
          {toast.picture ? (
            <ImageFrame src={toast.picture} alt="" icon={toast.icon ?? 'image'} className={styles.thumb} />
          ) : (
            toast.icon && <Icon name={toast.icon} className={styles[toast.tone ?? 'plain']} />
          )}
          <div className={styles.text}>
            <Radix.Title dir="auto" className={`strong ${styles.title}`}>
              {toast.title}
            </Radix.Title>
            {toast.description && (
              <Radix.Description dir="auto" className="small ink-2">
                {toast.description}
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
      <Radix.Viewport ref={viewport} className={styles.viewport} />
    </Radix.Provider>
  )
}

/**
 * Removes a toast when its time has passed. Doesn't use Radix's own timer, because it may never resume. That happens if the last toast is
 * removed while the pointer is on that toast.
 */
function ToastClock({ isAttended, onEnd }: { readonly isAttended: () => boolean; readonly onEnd: () => void }) {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    let timer = setTimeout(look, shownForInMs)
    function look(): void {
      if (isAttended()) timer = setTimeout(look, graceInMs)
      else end.current()
    }
    return () => clearTimeout(timer)
  }, [isAttended])
  return null
}
