-- kind: alone
-- The address of the document in which an application describes itself, and until when it need not be read again: columns
-- of the application, instead of a table with a row for each.
alter table applications add column document_url text;
alter table applications add column document_expires_at bigint;
update applications set
    document_url = (select url from client_documents d where d.application_id = applications.id),
    document_expires_at = (select expires_at from client_documents d where d.application_id = applications.id)
  where id in (select application_id from client_documents);
create unique index applications_document on applications (document_url);
create index applications_document_expiry on applications (document_expires_at) where document_expires_at is not null;
drop table client_documents;
