-- A saved text asks the project's database, or its logs.
alter table snippets
  add column type text not null default 'sql' check (type in ('sql', 'log_sql'));
