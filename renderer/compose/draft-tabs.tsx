import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { taskTitle } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { classNames } from '../ui/class-names.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { mirrorArrowKey } from '../ui/reading-direction-provider.tsx'
import { useToast } from '../ui/toasts.tsx'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import type { ComposeForm } from './compose-form.ts'
import { isEmptyForm } from './compose-form.ts'
import styles from './draft-tabs.module.css'
import { closeDraft, draftNumbers, openNewDraft, showDraft, useDrafts } from './forms-store.ts'

/** True while the tabs should get the focus back. Showing another draft renders the form again, which loses the focus. */
let returnsFocus = false

function setReturnsFocus(returns: boolean): void {
  returnsFocus = returns
}

/** Button that opens a new draft. Its shortcut works in the whole form. */
export function NewDraftButton({ capabilityId }: { readonly capabilityId: string }) {
  useEffect(() => {
    function open(event: globalThis.KeyboardEvent): void {
      if (pressedShortcut('form', event) !== 'newDraft' || event.repeat || isDialogOpen()) return
      event.preventDefault()
      openNewDraft(capabilityId)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [capabilityId])
  return (
    <IconButton
      label={say('New draft')}
      icon="plus"
      shortcut={shortcutText('form', 'newDraft')}
      tooltipSide="bottom"
      onClick={() => openNewDraft(capabilityId)}
    />
  )
}

/**
 * Tabs of a capability's drafts. Renders nothing if there is only one draft. Arrow keys show another draft, and Delete closes the focused
 * one.
 */
export function DraftTabs({ capability }: { readonly capability: Capability }) {
  const { id } = capability
  const drafts = useDrafts(id)
  const numbers = draftNumbers(drafts)
  const toast = useToast()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (returnsFocus) list.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus()
    setReturnsFocus(false)
  }, [])
  if (numbers.length < 2) return null

  function show(draft: number): void {
    setReturnsFocus(draft !== drafts.shown)
    showDraft(id, draft)
  }
  function close(draft: number): void {
    const name = draftName(capability, drafts.forms[draft], draft)
    setReturnsFocus(draft === drafts.shown && numbers.length > 2)
    const undo = closeDraft(id, draft)
    if (undo === null) return
    toast({ title: say('“{name}” closed', { name }), icon: 'close', action: { label: say('Undo'), onSelect: undo, undoes: true } })
  }
  function press(event: KeyboardEvent, draft: number): void {
    const place = numbers.indexOf(draft)
    const places: Record<string, number> = {
      ArrowRight: (place + 1) % numbers.length,
      ArrowLeft: (place - 1 + numbers.length) % numbers.length,
      Home: 0,
      End: numbers.length - 1
    }
    const next = numbers[places[mirrorArrowKey(event)] ?? -1]
    const isClosing = pressedShortcut('form', event.nativeEvent) === 'closeDraft'
    if (next === undefined && !isClosing) return
    event.preventDefault()
    if (isClosing) close(draft)
    else if (next !== undefined) show(next)
  }
  return (
    <ul ref={list} aria-label={say('Drafts')} className={styles.tabs}>
      {numbers.map((draft) => {
        const name = draftName(capability, drafts.forms[draft], draft)
        const isShown = draft === drafts.shown
        return (
          <li key={draft} className={classNames(styles.tab, isShown && styles.shown)}>
            <button
              type="button"
              dir="auto"
              aria-current={isShown}
              className={styles.name}
              onClick={() => show(draft)}
              onKeyDown={(event) => press(event, draft)}
            >
              {name}
            </button>
            <IconButton
              label={say('Close “{name}”', { name })}
              icon="close"
              size="small"
              tooltipSide="bottom"
              onClick={() => close(draft)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the first text or the files of a draft. For an empty draft, returns only its number. */
function draftName(capability: Capability, form: ComposeForm | undefined, draft: number): string {
  const title = form === undefined || isEmptyForm(form) ? '' : taskTitle({ ...capability, title: '' }, form.values)
  return title === '' ? say('Draft {draft, number}', { draft }) : title
}
