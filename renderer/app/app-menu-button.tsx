import { useCallback, useEffect, useRef, useState } from 'react'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { say } from '../../shared/i18n/say.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { request } from '../bridge/kiln.ts'
import { isMac, shortcutText } from '../shortcuts/shortcut-text.ts'
import type { IconButtonProps } from '../ui/icon-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './app-menu-button.module.css'

/** Space between the button and its menu, in CSS pixels. */
const gap = 4

/**
 * Button that opens the app menu. Alt and F10 open the menu too. Frameless windows on Windows and Linux need this button, because they have
 * no menu bar. Renders nothing on macOS, which has its own menu bar.
 */
export function AppMenuButton({ variant = 'quiet' }: Pick<IconButtonProps, 'variant'>) {
  return isMac() ? null : <ShownMenuButton look={variant} />
}

function ShownMenuButton({ look }: { readonly look: NonNullable<IconButtonProps['variant']> }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(async (by: 'pointer' | 'keyboard') => {
    const place = button.current?.getBoundingClientRect()
    if (place === undefined) return
    setIsOpen(true)
    await request('menu.open', { x: Math.max(0, place.left), y: Math.max(0, place.bottom + gap), by })
    setIsOpen(false)
  }, [])
  useMenuKeys(open)
  return (
    <IconButton
      ref={button}
      icon="menu"
      label={say('Menu')}
      shortcut={shortcutText('app', 'menu')}
      tooltipSide="bottom"
      variant={look}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      className={styles.button}
      // For Enter and Space, the click count in `detail` is 0.
      onClick={(event) => void open(event.detail === 0 ? 'keyboard' : 'pointer')}
    />
  )
}

/** Listens for F10, and for Alt pressed alone. Alt opens the menu on release, because a held Alt may start a shortcut or a drag. */
function useMenuKeys(onOpen: (by: 'keyboard') => Promise<void>): void {
  useEffect(() => {
    let isAltAlone = false
    function press(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, repeat } = event
      isAltAlone = key === 'Alt' && !ctrlKey && !metaKey && !shiftKey && (isAltAlone || !repeat)
      if (event.defaultPrevented || isDialogOpen() || pressedShortcut('app', event) !== 'menu') return
      event.preventDefault()
      void onOpen('keyboard')
    }
    function release(event: KeyboardEvent) {
      if (event.key !== 'Alt' || !isAltAlone) return
      isAltAlone = false
      if (isDialogOpen()) return
      event.preventDefault()
      void onOpen('keyboard')
    }
    function forget() {
      isAltAlone = false
    }
    const forgetting = ['pointerdown', 'wheel', 'blur'] as const
    window.addEventListener('keydown', press)
    window.addEventListener('keyup', release)
    for (const name of forgetting) window.addEventListener(name, forget, { passive: true })
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('keyup', release)
      for (const name of forgetting) window.removeEventListener(name, forget)
    }
  }, [onOpen])
}
