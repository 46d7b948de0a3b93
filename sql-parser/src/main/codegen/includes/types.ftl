<#-- Data types, the same in CREATE TABLE and in CAST. TypeReader refuses what is outside the dialect, at its position. -->

SqlTypeNameSpec DialectTypeName() :
{
    final DataType type;
    final Span s = Span.of();
}
{
    type = TypeWithoutInterval(s)
    { return new DialectTypeSpec(type, s.end(this)); }
}

/** A type in a place where INTERVAL types may stand too: a column, an element, a field. */
DataType DialectType() :
{
    DataType type;
    final Span s = Span.of();
    final SqlIntervalQualifier qualifier;
}
{
    (
        <INTERVAL> { s.add(this); }
        qualifier = IntervalQualifier() { type = TypeReader.interval(qualifier, s.end(this)); }
    |
        type = TypeWithoutInterval(s)
    )
    { return type; }
}

/** A type with its optional NULL or NOT NULL. */
DataType NullableDialectType() :
{
    DataType type;
}
{
    type = DialectType()
    [
        <NOT> <NULL> { type = type.withNullable(false); }
    |
        <NULL>
    ]
    { return type; }
}

/** A whole text that is one type; used for types that are stored as text. */
DataType DialectTypeEof() :
{
    final DataType type;
}
{
    type = NullableDialectType() <EOF>
    { return type; }
}

DataType TypeWithoutInterval(Span s) :
{
    DataType type;
}
{
    (
        type = PlainType(s)
    |
        type = TextOrBinaryType(s)
    |
        type = TimeType(s)
    |
        type = NestedType(s)
    |
        type = RefusedType(s)
    )
    (
        <ARRAY> { type = DataType.array(type); }
    |
        <MULTISET> { type = TypeReader.multiset(s.end(this)); }
    )*
    { return type; }
}

DataType PlainType(Span s) :
{
    int precision = TypeReader.UNSPECIFIED;
    int scale = TypeReader.UNSPECIFIED;
}
{
    <BOOLEAN> { s.add(this); return DataType.of(DataType.Scalar.BOOLEAN); }
|
    <TINYINT> { s.add(this); return DataType.of(DataType.Scalar.TINYINT); }
|
    <SMALLINT> { s.add(this); return DataType.of(DataType.Scalar.SMALLINT); }
|
    ( <INT> | <INTEGER> ) { s.add(this); return DataType.of(DataType.Scalar.INT); }
|
    <BIGINT> { s.add(this); return DataType.of(DataType.Scalar.BIGINT); }
|
    ( <FLOAT> | <REAL> ) { s.add(this); return DataType.of(DataType.Scalar.FLOAT); }
|
    <DOUBLE> { s.add(this); } [ <PRECISION> ] { return DataType.of(DataType.Scalar.DOUBLE); }
|
    <DATE> { s.add(this); return DataType.of(DataType.Scalar.DATE); }
|
    ( <DECIMAL> | <DEC> | <NUMERIC> ) { s.add(this); }
    [
        <LPAREN> precision = UnsignedIntLiteral() [ <COMMA> scale = UnsignedIntLiteral() ] <RPAREN>
    ]
    { return TypeReader.decimal(precision, scale, s.end(this)); }
}

DataType TextOrBinaryType(Span s) :
{
    boolean fixed = true;
    final int length;
}
{
    <STRING> { s.add(this); return DataType.string(); }
|
    <BYTES> { s.add(this); return DataType.bytes(); }
|
    (
        ( <CHAR> | <CHARACTER> ) { s.add(this); } [ <VARYING> { fixed = false; } ]
    |
        <VARCHAR> { s.add(this); fixed = false; }
    )
    length = PrecisionOpt() { return TypeReader.text(length, fixed, s.end(this)); }
|
    (
        <BINARY> { s.add(this); } [ <VARYING> { fixed = false; } ]
    |
        <VARBINARY> { s.add(this); fixed = false; }
    )
    length = PrecisionOpt() { return TypeReader.binary(length, fixed, s.end(this)); }
}

DataType TimeType(Span s) :
{
    final int precision;
    boolean zone = false;
    boolean local = false;
}
{
    <TIME> { s.add(this); } precision = PrecisionOpt() [ LOOKAHEAD(2) ZoneOpt() ]
    { return TypeReader.time(precision, s.end(this)); }
|
    <TIMESTAMP_LTZ> { s.add(this); } precision = PrecisionOpt()
    { return TypeReader.timestampLtz(precision, s.end(this)); }
|
    <TIMESTAMP> { s.add(this); } precision = PrecisionOpt()
    [
        LOOKAHEAD(2)
        <WITHOUT> <TIME> <ZONE>
    |
        LOOKAHEAD(2)
        <WITH> { zone = true; } [ <LOCAL> { local = true; } ] <TIME> <ZONE>
    ]
    { return TypeReader.timestamp(precision, zone, local, s.end(this)); }
}

void ZoneOpt() : {}
{
    <WITHOUT> <TIME> <ZONE>
}

DataType NestedType(Span s) :
{
    DataType type;
    DataType value;
    final List<DataType.Field> fields = new ArrayList<DataType.Field>();
}
{
    <ARRAY> { s.add(this); } <LT> type = NullableDialectType() <GT> { return DataType.array(type); }
|
    <MULTISET> { s.add(this); } [ <LT> type = NullableDialectType() <GT> ] { return TypeReader.multiset(s.end(this)); }
|
    <MAP> { s.add(this); } <LT> type = NullableDialectType() <COMMA> value = NullableDialectType() <GT>
    { return DataType.map(type, value); }
|
    <ROW> { s.add(this); }
    (
        <LT> RowTypeFields(fields) <GT>
    |
        <LPAREN> RowTypeFields(fields) <RPAREN>
    |
        <NE> { return TypeReader.emptyRow(s.end(this)); }
    )
    { return TypeReader.row(fields, s.end(this)); }
}

void RowTypeFields(List<DataType.Field> fields) : {}
{
    RowTypeField(fields) ( <COMMA> RowTypeField(fields) )*
}

void RowTypeField(List<DataType.Field> fields) :
{
    final SqlIdentifier name;
    final DataType type;
}
{
    name = SimpleIdentifier() type = NullableDialectType() [ <QUOTED_STRING> ]
    { fields.add(new DataType.Field(name.getSimple(), type)); }
}

DataType RefusedType(Span s) :
{
    final SqlIdentifier name;
}
{
    (
        name = CompoundIdentifier()
    |
        ( <ANY> | <VARIANT> | <UNSIGNED> | <DATETIME> | <CLOB> | <BLOB> | <BIT> )
        { name = new SqlIdentifier(getToken(0).image, getPos()); }
    )
    { return TypeReader.unknown(name); }
}
