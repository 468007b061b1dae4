import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'

/** True if an element, or by default the page, reads from right to left. */
export function isRightToLeft(element: Element = document.documentElement): boolean {
  return getComputedStyle(element).direction === 'rtl'
}

const across: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Returns the name of the pressed key. Swaps the left and right arrow keys where text reads from right to left. */
export function mirrorArrowKey({ key, currentTarget }: { readonly key: string; readonly currentTarget: Element }): string {
  const other = across[key]
  return other !== undefined && isRightToLeft(currentTarget) ? other : key
}

/** Passes the reading direction to the Radix controls. Mount once, around the app. */
export function ReadingDirectionProvider({ children }: { readonly children: ReactNode }) {
  return <Direction.Provider dir={isRightToLeft() ? 'rtl' : 'ltr'}>{children}</Direction.Provider>
}
