-- kind: schema
-- Applications that nobody has registered: each is known by the address of its own description, which is read again
-- after a while. They have no owner.
create table client_documents (
  url text primary key,
  application_id text not null references applications (id) on delete cascade,
  expires_at bigint not null
);
create unique index client_documents_application on client_documents (application_id);
create index client_documents_expiry on client_documents (expires_at);
