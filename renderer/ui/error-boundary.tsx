import type { ComponentType, ReactNode } from 'react'
import { Component } from 'react'

export type ErrorBoundaryProps = {
  /** Rendered instead of the broken content. `onAgain` renders that content again. */
  readonly fallback: ComponentType<{ readonly error: Error; readonly onAgain: () => void }>
  readonly children: ReactNode
}

/** Confines a rendering error to the affected part of the window. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    const { children, fallback: Fallback } = this.props
    return error === null ? children : <Fallback error={error} onAgain={() => this.setState({ error: null })} />
  }
}
