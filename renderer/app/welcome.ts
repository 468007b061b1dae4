import { lazyView } from '../ui/lazy-view.tsx'

/** Loaded separately, because most windows never show it. */
export const LazyWelcomeView = lazyView(async () => (await import('../account/welcome-view.tsx')).WelcomeView)

/**
 * Preloads Welcome if main marked the document to open with it. Main is still being queried meanwhile. Failures are reported when it is
 * drawn.
 */
export function preloadWelcome({ dataset }: HTMLElement): void {
  if (dataset['opensWith'] === 'welcome') LazyWelcomeView.load().catch(() => undefined)
}
