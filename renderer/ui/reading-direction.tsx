import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'

/** Whether one reads from right to left, in an element or in the page as main has written it. */
export function isRightToLeft(element: Element = document.documentElement): boolean {
  return getComputedStyle(element).direction === 'rtl'
}

const across: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The key as the eye takes it: where one reads from right to left, the right arrow leads to what comes before. Every other key as it is. */
export function keyAsRead({ key, currentTarget }: { readonly key: string; readonly currentTarget: Element }): string {
  const other = across[key]
  return other !== undefined && isRightToLeft(currentTarget) ? other : key
}

/** Stands once around the app: tells the controls that are Radix's own. */
export function ReadingDirection({ children }: { readonly children: ReactNode }) {
  return <Direction.Provider dir={isRightToLeft() ? 'rtl' : 'ltr'}>{children}</Direction.Provider>
}
