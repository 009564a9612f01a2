import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { Alert, Banner } from './Alert.tsx'
import { Avatar } from './Avatar.tsx'
import { Badge } from './Badge.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Button } from './Button.tsx'
import { Card, CardBody, CardHeader } from './Card.tsx'
import { DataList } from './DataList.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Meter } from './Meter.tsx'
import { PageHeader } from './PageHeader.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { StatusDot } from './StatusDot.tsx'
import { StatusPage } from './StatusPage.tsx'
import { StepList } from './StepList.tsx'
import { Tab, TabPanel, Tabs, TabsList } from './Tabs.tsx'
import { TooltipProvider } from './Tooltip.tsx'

test('steps say their state and which one is running', async () => {
  const screen = await render(
    <StatusPage
      busy
      title="Restoring"
      steps={
        <StepList
          aria-label="Restore"
          steps={[
            { id: 'a', label: 'Stop', state: 'done', time: '0.4 s' },
            { id: 'b', label: 'Fetch', state: 'undone' },
            { id: 'c', label: 'Replay', state: 'running', detail: '340 of 1,200 MB' },
            { id: 'd', label: 'Swap', state: 'failed', detail: 'no space left' },
            { id: 'e', label: 'Start', state: 'pending' },
          ]}
        />
      }
    >
      You can leave this page.
    </StatusPage>,
  )
  const items = screen.getByRole('listitem').elements()
  expect(items.map((item) => item.textContent)).toEqual([
    'Stop: Done0.4 s',
    'Fetch: Taken back',
    'Replay: Running340 of 1,200 MB',
    'Swap: Failedno space left',
    'Start: Waiting',
  ])
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([
    null,
    null,
    'step',
    null,
    null,
  ])
  await expectAccessible()
})

test.each([
  { value: 3, tone: 'bg-accent' },
  { value: 8, tone: 'bg-warning' },
  { value: 9.5, tone: 'bg-danger' },
  { value: 12, tone: 'bg-danger' },
])('a meter at $value of 10 is $tone', async ({ value, tone }) => {
  const screen = await render(
    <Meter label="Disk" value={value} max={10} text={`${value} of 10 GB`} />,
  )
  const meter = screen.getByRole('meter', { name: 'Disk' })
  await expect.element(meter).toHaveAttribute('aria-valuetext', `${value} of 10 GB`)
  expect(meter.element().firstElementChild?.classList).toContain(tone)
})

function Fragile({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('column does not exist')
  return <p>all is well</p>
}

function Recovering() {
  const [isBroken, setBroken] = useState(true)
  return (
    <ErrorBoundary
      fallback={({ error, reset }) => (
        <ErrorState
          title="This part failed"
          message={error.message}
          onRetry={() => {
            setBroken(false)
            reset()
          }}
        />
      )}
    >
      <Fragile isBroken={isBroken} />
    </ErrorBoundary>
  )
}

test('an error stays in its part of the page and can be tried again', async () => {
  // React reports a caught error too, which would fail the run
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {})
  const screen = await render(<Recovering />)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('column does not exist')
  await expectAccessible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('all is well')).toBeVisible()
  silenced.mockRestore()
})

test('a page of everything that only shows is readable in both themes', async () => {
  await render(
    <TooltipProvider>
      <Banner tone="warning" title="The disk is almost full.">
        Writes stop at 95 %.
      </Banner>
      <Breadcrumbs
        items={[
          { key: 'a', content: <a href="#a">Acme</a> },
          { key: 'b', content: 'Tables' },
        ]}
      />
      <PageHeader title="Tables" description="Everything stored." actions={<Button>New</Button>} />
      {(['neutral', 'accent', 'success', 'info', 'warning', 'danger'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <StatusDot tone="success">Running</StatusDot>
      <Avatar name="Ada Lovelace" decorative={false} />
      {(['info', 'warning', 'critical'] as const).map((tone) => (
        <Alert key={tone} tone={tone} title={tone} onDismiss={() => {}}>
          Something to know.
        </Alert>
      ))}
      <Card>
        <CardHeader title="Database" description="PostgreSQL" />
        <CardBody>
          <DataList items={[{ label: 'Region', value: 'Local', hint: 'this machine' }]} />
        </CardBody>
      </Card>
      <EmptyState title="No functions yet" action={<Button>Create</Button>}>
        Code close to your data.
      </EmptyState>
      <ProgressBar aria-label="Backup" value={40} />
      {([0, 1, 2, 3, 4] as const).map((score) => (
        <PasswordStrength key={score} score={score}>
          Score {score}
        </PasswordStrength>
      ))}
      <SettingsSection
        title="Delete"
        tone="danger"
        note="For good."
        footer={<Button>Delete</Button>}
      >
        <p>Deletes everything.</p>
      </SettingsSection>
      <Tabs defaultValue="a">
        <TabsList aria-label="Parts">
          <Tab value="a">Overview</Tab>
          <Tab value="b">Logs</Tab>
        </TabsList>
        <TabPanel value="a">First</TabPanel>
      </Tabs>
    </TooltipProvider>,
  )
  await expectAccessible()
})

test('a name without a space ran out of the page', async () => {
  const name = 'W'.repeat(64)
  const screen = await render(
    <div className="w-80">
      <Breadcrumbs
        items={[
          { key: 'start', content: name },
          { key: 'product', content: 'Database' },
          { key: 'page', content: 'Scheduled backups' },
        ]}
      />
      <PageHeader title={name} description={`${name} is new`} />
      <StatusPage title={`${name} is paused`}>
        <p>{name} can be restored at any time.</p>
      </StatusPage>
    </div>,
  )
  expect(screen.container.querySelector('.w-80')?.scrollWidth).toBe(320)
  // what says where one is stays whole; the way there gives in
  for (const text of ['Database', 'Scheduled backups']) {
    const crumb = screen.getByText(text).element()
    expect(crumb.scrollWidth, text).toBe(crumb.clientWidth)
  }
})
