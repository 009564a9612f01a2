import { Component, type ErrorInfo, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  /** What is shown instead; `reset` tries the children again. */
  fallback: (props: { error: Error; reset: () => void }) => ReactNode
  onError?: ((error: Error, info: ErrorInfo) => void) | undefined
  /** A change of it resets too: the page's path. */
  resetKey?: string | undefined
}

type State = { error: Error | undefined; resetKey: string | undefined }

/** Keeps an error in one part of the page from taking the rest with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null
    return { error: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  reset = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    return error ? this.props.fallback({ error, reset: this.reset }) : this.props.children
  }
}
