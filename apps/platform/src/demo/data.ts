import type { PlanId } from '@plinth/contract'

type Example = {
  readonly organization: string
  readonly plan: PlanId
  readonly projects: readonly { readonly name: string; readonly sql: string }[]
}

const TODOS = `
create table public.todos (
  id bigint generated always as identity primary key,
  task text not null,
  is_done boolean not null default false,
  due_on date,
  created_at timestamptz not null default now()
);
alter table public.todos enable row level security;
create policy "Everybody may read" on public.todos for select using (true);
insert into public.todos (task, is_done, due_on)
select 'Task ' || n, n % 3 = 0, current_date + n from generate_series(1, 40) n;`

const SHOP = `
create table public.customers (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique,
  joined_at timestamptz not null default now()
);
create table public.orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references public.customers,
  total_cents int not null check (total_cents >= 0),
  state text not null default 'open',
  placed_at timestamptz not null default now()
);
create index orders_customer_id on public.orders (customer_id);
alter table public.customers enable row level security;
alter table public.orders enable row level security;
insert into public.customers (name, email, joined_at)
select 'Customer ' || n, 'customer' || n || '@example.com', now() - n * interval '9 hours'
from generate_series(1, 500) n;
insert into public.orders (customer_id, total_cents, state, placed_at)
select 1 + n % 500, (n * 7919) % 25000, (array['open', 'paid', 'sent'])[1 + n % 3],
  now() - n * interval '11 minutes'
from generate_series(1, 5000) n;`

const READINGS = `
create table public.sensors (id int primary key, place text not null);
create table public.readings (
  sensor_id int not null references public.sensors,
  taken_at timestamptz not null,
  celsius numeric(5, 2) not null,
  primary key (sensor_id, taken_at)
);
insert into public.sensors select n, 'Hall ' || n from generate_series(1, 8) n;
insert into public.readings
select s, now() - m * interval '10 minutes', 18 + 4 * sin(m / 20.0 + s) + s / 10.0
from generate_series(1, 8) s, generate_series(1, 1000) m;
create view public.latest_readings with (security_invoker = on) as
  select distinct on (sensor_id) * from public.readings order by sensor_id, taken_at desc;`

/** What the flag --demo adds: an organization on every plan, real projects, real rows. */
export const EXAMPLES: readonly Example[] = [
  { organization: 'Example Free', plan: 'free', projects: [{ name: 'Todo list', sql: TODOS }] },
  { organization: 'Example Pro', plan: 'pro', projects: [{ name: 'Web shop', sql: SHOP }] },
  { organization: 'Example Team', plan: 'team', projects: [{ name: 'Sensor log', sql: READINGS }] },
  {
    organization: 'Example Enterprise',
    plan: 'enterprise',
    projects: [
      { name: 'Shop, production', sql: SHOP },
      { name: 'Shop, staging', sql: TODOS },
    ],
  },
]
