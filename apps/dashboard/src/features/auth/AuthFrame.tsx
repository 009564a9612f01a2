import type { ReactNode } from 'react'
import { Logo } from '#app/lib/Logo.tsx'

/** The frame of the pages one meets before being signed in. */
export const AuthFrame = ({
  title,
  description,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
}) => (
  <main className="flex min-h-dvh flex-col items-center px-4 py-10 sm:py-[14vh]">
    <div className="flex w-full max-w-sm flex-col gap-6">
      <div className="flex flex-col items-center gap-4 text-center">
        <Logo className="size-11" />
        <div>
          <h1 className="text-2xl font-semibold tracking-tight text-balance break-words">
            {title}
          </h1>
          {description && <p className="mt-1.5 text-base text-pretty text-muted">{description}</p>}
        </div>
      </div>
      {children && (
        <div className="rounded-xl border border-line bg-surface p-5 shadow-sm sm:p-6">
          {children}
        </div>
      )}
    </div>
  </main>
)
