-- Keys and the tokens of client_credentials belong to no chain: they need no place in this index.
drop index credentials_chain;
create index credentials_chain on credentials (chain_id) where chain_id is not null;
