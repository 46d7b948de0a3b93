<#-- CREATE TABLE. TableDraft collects the parts and refuses what contradicts itself. -->

ParsedStatement CreateTable(boolean replace, boolean temporary) :
{
    final TableDraft table = new TableDraft(replace, temporary);
    final SqlIdentifier name;
    final boolean ifNotExists;
}
{
    <TABLE> ifNotExists = IfNotExistsOpt() name = CompoundTableIdentifier() { table.name(name, ifNotExists); }
    [ <LPAREN> TableElement(table) ( <COMMA> TableElement(table) )* <RPAREN> ]
    ( TableProperty(table) )*
    [
        LikeTable(table)
    |
        AsSelect(table)
    ]
    { return table.parsed(); }
}

void TableElement(TableDraft table) : {}
{
    LOOKAHEAD(2)
    Watermark(table)
|
    LOOKAHEAD(2)
    TablePrimaryKey(table)
|
    Column(table)
}

void Watermark(TableDraft table) :
{
    final SqlIdentifier column;
    final SqlNode expression;
    final SqlParserPos start;
    final SqlParserPos expressionStart;
}
{
    <WATERMARK> { start = getPos(); } <FOR> column = CompoundIdentifier()
    <AS> { expressionStart = nextTokenPos(); } expression = Expression(ExprContext.ACCEPT_NON_QUERY)
    { table.watermark(column, expression, expressionStart.plus(getPos()), start.plus(getPos())); }
}

void TablePrimaryKey(TableDraft table) :
{
    final SqlNodeList columns;
    final SqlParserPos start;
}
{
    { start = nextTokenPos(); }
    [ <CONSTRAINT> SimpleIdentifier() ]
    <PRIMARY> <KEY> columns = ParenthesizedSimpleIdentifierList() NotEnforcedOpt(table)
    { table.primaryKey(columns, start.plus(getPos())); }
}

void NotEnforcedOpt(TableDraft table) : {}
{
    [
        LOOKAHEAD(2)
        <NOT> <ENFORCED>
    |
        <ENFORCED> { table.enforced(getPos()); }
    ]
}

void Column(TableDraft table) :
{
    final SqlIdentifier name;
}
{
    name = SimpleIdentifier()
    (
        <AS> ComputedColumn(table, name)
    |
        TypedColumn(table, name)
    )
}

void ComputedColumn(TableDraft table, SqlIdentifier name) :
{
    final SqlNode expression;
    final SqlParserPos start;
    SqlLiteral comment = null;
}
{
    { start = nextTokenPos(); }
    expression = Expression(ExprContext.ACCEPT_NON_QUERY)
    { table.computed(name, expression, start.plus(getPos())); }
    [ <COMMENT> comment = TextLiteral() { table.columnComment(comment); } ]
}

void TypedColumn(TableDraft table, SqlIdentifier name) :
{
    final DataType type;
    final SqlParserPos start;
    SqlLiteral key = null;
    SqlLiteral comment = null;
}
{
    { start = nextTokenPos(); }
    type = DialectType() { table.physical(name, type, start.plus(getPos())); }
    (
        LOOKAHEAD(2)
        <NOT> <NULL> { table.notNull(); }
    |
        <NULL>
    |
        <PRIMARY> <KEY> { table.columnIsKey(name); } NotEnforcedOpt(table)
    )*
    [
        <METADATA> { table.metadata(); }
        [ <FROM> key = TextLiteral() { table.metadataKey(key); } ]
        [ <VIRTUAL> { table.virtual(); } ]
    ]
    [ <COMMENT> comment = TextLiteral() { table.columnComment(comment); } ]
}

void TableProperty(TableDraft table) :
{
    final SqlLiteral comment;
    final SqlNodeList columns;
}
{
    <COMMENT> comment = TextLiteral() { table.comment(comment); }
|
    <PARTITIONED> <BY> columns = ParenthesizedSimpleIdentifierList() { table.partitionedBy(columns); }
|
    DistributedBy(table)
|
    <WITH> Options(table.options())
}

void DistributedBy(TableDraft table) :
{
    String kind = null;
    SqlNodeList columns = SqlNodeList.EMPTY;
    int buckets = TableDraft.NO_BUCKETS;
}
{
    <DISTRIBUTED>
    (
        <BY>
        [ ( <HASH> | <RANGE> ) { kind = getToken(0).image; } ]
        columns = ParenthesizedSimpleIdentifierList()
        [ <INTO> buckets = UnsignedIntLiteral() <BUCKETS> ]
    |
        <INTO> buckets = UnsignedIntLiteral() <BUCKETS>
    )
    { table.distributedBy(kind, columns, buckets); }
}

void LikeTable(TableDraft table) :
{
    final SqlIdentifier source;
}
{
    <LIKE> source = CompoundTableIdentifier() { table.like(source); }
    [ <LPAREN> ( LikeRule(table) )+ <RPAREN> ]
}

void LikeRule(TableDraft table) :
{
    final String strategy;
}
{
    ( <INCLUDING> | <EXCLUDING> | <OVERWRITING> ) { strategy = getToken(0).image; }
    ( <ALL> | <CONSTRAINTS> | <DISTRIBUTION> | <GENERATED> | <METADATA> | <OPTIONS> | <PARTITIONS> | <WATERMARKS> )
    { table.likeRule(strategy, getToken(0).image, getPos()); }
}

void AsSelect(TableDraft table) :
{
    final SqlNode query;
    final SqlParserPos start;
}
{
    <AS> { start = nextTokenPos(); }
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    { table.as(query, start.plus(getPos())); }
}
